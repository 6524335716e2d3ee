"""A ledger as plain git sees it, and the pen of somebody who forges it.

Nothing here comes from hz: the format is written a second time, from docs/formats/{event,lane,body}.md, with git's
plumbing and Python's json and hashlib. What this writer gets right, hz must accept; what it gets wrong on purpose, hz
must find.
"""

import hashlib
import json
import os
import subprocess


def canonical(value):
    """RFC 8785 for what events hold: ASCII names, integers and texts."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def digest(data):
    return hashlib.sha256(data).hexdigest()


def event_path(number, event_id):
    return f"events/{number >> 16:02x}/{number >> 8 & 255:02x}/{number & 255:02x}-{event_id[:16]}.json"


class Event:
    """One event: what its commit's trailer says of it, and the bytes of its file."""

    def __init__(self, number, stream, seq, event_id, data):
        self.number, self.stream, self.seq, self.id, self.bytes = number, stream, seq, event_id, data
        self.path = event_path(number, event_id)

    @property
    def json(self):
        return json.loads(self.bytes)

    @property
    def data(self):
        return self.json["data"]

    @property
    def type(self):
        return self.json["type"]

    @property
    def trailer(self):
        return f"Event: {self.number} {self.stream} {self.seq} {self.id}"


class Commit:
    """One commit of a lane: all that can be lied about."""

    def __init__(self, author, subject, events, commit_id=None):
        self.author, self.subject, self.events, self.id = author, subject, events, commit_id
        self.message = None  # instead of subject and trailers
        self.files = {event.path: event.bytes for event in events}
        self.gone = []  # paths that it removes
        self.second_parent = None

    def text(self):
        if self.message is not None:
            return self.message
        return self.subject + "\n\n" + "".join(event.trailer + "\n" for event in self.events)


def lie_alone(git_dir, object_id):
    """The file of an object, which lies alone from now on, as all of them do: so that one can be damaged and no other."""
    packs = os.path.join(git_dir, "objects", "pack")
    for name in sorted(os.listdir(packs)):
        if name.endswith(".pack"):
            with open(os.path.join(packs, name), "rb") as file:
                pack = file.read()
            for suffix in (".pack", ".idx", ".rev"):  # git unpacks only what it does not have
                if os.path.exists(os.path.join(packs, name[:-5] + suffix)):
                    os.remove(os.path.join(packs, name[:-5] + suffix))
            subprocess.run(["git", "-C", git_dir, "unpack-objects", "-q"], input=pack, check=True)
    path = os.path.join(git_dir, "objects", object_id[:2], object_id[2:])
    os.chmod(path, 0o600)
    return path


class Ledger:
    """A bare repository of hz, read and written with git alone."""

    def __init__(self, git_dir):
        self.git_dir = str(git_dir)
        refs = self.git("for-each-ref", "--format=%(refname)").split()
        self.lane = next(ref for ref in refs if ref.startswith("refs/heads/hz/log/"))
        self.bodies = next((ref for ref in refs if ref.startswith("refs/heads/hz/body/")), None)

    def git(self, *arguments, stdin=None):
        environment = {"PATH": os.environ["PATH"], "LC_ALL": "C", "GIT_CONFIG_NOSYSTEM": "1", "HOME": "/nonexistent",
                       "GIT_AUTHOR_NAME": "eve", "GIT_AUTHOR_EMAIL": "eve@hz.invalid", "GIT_AUTHOR_DATE": "1800000000 +0000",
                       "GIT_COMMITTER_NAME": "eve", "GIT_COMMITTER_EMAIL": "eve@hz.invalid",
                       "GIT_COMMITTER_DATE": "1800000000 +0000"}
        return self.git_bytes(environment, arguments, stdin).decode().strip()

    def git_bytes(self, environment, arguments, stdin=None):
        stdin = stdin.encode() if isinstance(stdin, str) else stdin
        done = subprocess.run(["git", "-C", self.git_dir, *arguments], input=stdin, env=environment, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE, check=False)
        if done.returncode != 0:
            raise RuntimeError(f"git {' '.join(arguments)}: {done.stderr.decode()}")
        return done.stdout

    def commits(self):
        """The whole lane, oldest first."""
        blobs = self.blobs()
        found = []
        log = self.git("log", "--reverse", "--format=%H%x1f%an <%ae> %ad%x1f%B%x1e", "--date=raw", self.lane)
        for entry in filter(None, (part.strip("\n") for part in log.split("\x1e"))):
            commit_id, author, text = entry.split("\x1f")
            subject, trailers = text.strip("\n").split("\n\n", 1)
            events = []
            for line in trailers.splitlines():
                _, number, stream, seq, event_id = line.split(" ")
                events.append(Event(int(number), stream, int(seq), event_id, blobs[event_path(int(number), event_id)]))
            found.append(Commit(author, subject, events, commit_id))
        return found

    def lines(self, stream):
        """The trailers of a stream's events: all that can be read of it when its files are damaged."""
        log = self.git("log", "--format=%B", self.lane)
        return [line for line in log.splitlines() if line.startswith("Event: ") and line.split(" ")[2] == stream]

    def blobs(self):
        names = {}
        for line in self.git("ls-tree", "-r", self.lane).splitlines():
            _, _, rest = line.split(" ", 2)
            blob, path = rest.split("\t")
            names[path] = blob
        out = self.git_bytes({"PATH": os.environ["PATH"]}, ["cat-file", "--batch"], "".join(b + "\n" for b in names.values()))
        contents, at = {}, 0
        for path in names:
            end = out.index(b"\n", at)
            size = int(out[at:end].split(b" ")[2])
            contents[path] = out[end + 1:end + 1 + size]
            at = end + 1 + size + 1
        return contents

    def blob_of(self, path, ref=None):
        return self.git("rev-parse", f"{ref or self.lane}:{path}")

    def loose(self, object_id):
        return lie_alone(self.git_dir, object_id)

    def write(self, commits, start=0, ref=None):
        """Replaces the lane from its commit `start` on. Sets the new ids."""
        ref = ref or self.lane
        stream = [b"feature done\n"]
        for mark, commit in enumerate(commits[start:], start=1):
            text = commit.text().encode()
            stream.append(b"commit %s\nmark :%d\nauthor %s\ncommitter %s\ndata %d\n%s\n" %
                          (ref.encode(), mark, commit.author.encode(), commit.author.encode(), len(text), text))
            if mark > 1:
                stream.append(b"from :%d\n" % (mark - 1))
            elif start > 0:
                stream.append(b"from %s\n" % commits[start - 1].id.encode())
            if commit.second_parent:
                stream.append(b"merge %s\n" % commit.second_parent.encode())
            for path in commit.gone:
                stream.append(b"D %s\n" % path.encode())
            for path, data in commit.files.items():
                stream.append(b"M 100644 inline %s\ndata %d\n%s\n" % (path.encode(), len(data), data))
            stream.append(b"\n")
        # One commit's id is asked for after the other: marks are numbers, ids are what faults name.
        for mark in range(1, len(commits) - start + 1):
            stream.append(b"get-mark :%d\n" % mark)
        stream.append(b"done\n")
        if start == 0:
            self.git("update-ref", "-d", ref)
        ids = self.git("fast-import", "--force", "--quiet", "--done", stdin=b"".join(stream)).split()
        for commit, commit_id in zip(commits[start:], ids):
            commit.id = commit_id

    def append(self, *told, subject="forged", at=None, by=None, author=None, **envelope):
        """Well-formed events on top of the lane, as one commit: (stream, type, data) each. Returns them."""
        commits = self.commits()
        heads, number, newest = {}, 0, None
        for commit in commits:
            for event in commit.events:
                heads[event.stream] = event
                number, newest = event.number + 1, event.json
        at = at or newest["at"]
        events = []
        for stream, kind, data in told:
            before = heads.get(stream)
            events.append(seal(number, stream, before.seq + 1 if before else 1, before.id if before else None, kind,
                               data, at, by or newest["by"], **envelope))
            heads[stream] = events[-1]
            number += 1
        commit = Commit(author or commits[-1].author, subject, events)
        commits.append(commit)
        self.write(commits, len(commits) - 1)
        return commit


def seal(number, stream, seq, prev, kind, data, at, by, **envelope):
    event = {"at": at, "by": by, "data": data, "main": None, "prev": prev, "seq": seq, "stream": stream, "type": kind, "v": 1}
    event.update(envelope)
    data = canonical(event)
    return Event(number, stream, seq, digest(data), data)


def rewritten(event, **changes):
    """The event with other members, sealed anew: an id that fits."""
    data = canonical({**event.json, **changes})
    return Event(event.number, event.stream, event.seq, digest(data), data)


def with_bytes(event, data):
    """Other bytes under an id that fits them; the trailer tells what it told."""
    return Event(event.number, event.stream, event.seq, digest(data), data)


def replace(commit, old, new):
    """Puts another event in an event's place: file and trailer."""
    commit.events = [new if event is old else event for event in commit.events]
    commit.files = {event.path: event.bytes for event in commit.events}
