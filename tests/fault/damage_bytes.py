"""Damage below git: bytes of loose objects. And bodies, which lie beside the lane."""

import os
import re
import zlib

from forge import Commit, canonical, digest
from worlds import at_event, differences, fault


def verified(home, wanted, *options):
    """Problems, if the audit does not end with 1 and exactly these faults."""
    answer = home.hz("audit", "verify", "--json", *options)
    if answer.err or answer.code not in (0, 1):
        return [f"ended with {answer.code}: {answer.out}{answer.err}"]
    lane = os.path.relpath(home.ledger.lane, "refs/heads")
    found = [{name: f[name] for name in ("scope", "stream", "event", "file", "commit", "what")} for f in answer.json["faults"]]
    problems = differences(wanted, found)
    if answer.code != (1 if wanted else 0):
        problems.append(f"ended with {answer.code}")
    for entry in answer.json["lanes"]:
        if entry["ok"] != (not [f for f in answer.json["faults"] if f["lane"] == lane]):
            problems.append(f"the lane is called ok: {entry}")
    return problems


def some_event(commits, stream, kind, nth=0):
    """The nth event of that stream and type, with its commit."""
    found = [(event, commit) for commit in commits for event in commit.events if event.stream == stream and event.type == kind]
    return found[nth]


def unreadable(event, commit):
    return at_event(event, commit, re.compile("the file cannot be read: .+"))


def flip(path, at):
    with open(path, "r+b") as file:
        file.seek(at)
        byte = file.read(1)[0]
        file.seek(at)
        file.write(bytes([byte ^ 1]))


def flipped_bytes(original):
    """A byte here and there, over the whole object: always this event, and nothing else."""
    home = original.copy()
    ledger = home.ledger
    event, commit = some_event(ledger.commits(), "job/contract:pulse", "receipt", 2)
    path = ledger.loose(ledger.blob_of(event.path))
    problems = []
    for at in range(2, os.path.getsize(path) - 4, 23):
        flip(path, at)
        problems += [f"byte {at}: {problem}" for problem in verified(home, [unreadable(event, commit)])]
        flip(path, at)
    return problems + verified(home, [])


def damaged_object(damage, stream="job/contract:pulse", kind="receipt"):
    def case(original):
        home = original.copy()
        ledger = home.ledger
        event, commit = some_event(ledger.commits(), stream, kind)
        other, _ = some_event(ledger.commits(), "job/contract:digest", "receipt")
        # Paths first: git cannot name what is damaged.
        damage(ledger.loose(ledger.blob_of(event.path)), ledger.loose(ledger.blob_of(other.path)))
        return verified(home, [unreadable(event, commit)])
    return case


def emptied(path, _):
    os.truncate(path, 0)


def cut(path, _):
    os.truncate(path, os.path.getsize(path) // 2)


def another_objects(path, other):
    with open(path, "wb") as file, open(other, "rb") as source:
        file.write(source.read())


def tree_object(original):
    home = original.copy()
    ledger = home.ledger
    last = ledger.commits()[-1]
    os.remove(ledger.loose(ledger.git("rev-parse", ledger.lane + ":events/00")))
    return verified(home, [fault("lane", commit=last.id, what=re.compile(".*tree .+ of the ledger cannot be read.*"))])


def commit_object(original):
    home = original.copy()
    ledger = home.ledger
    middle = ledger.commits()[4]
    flip(ledger.loose(middle.id), 40)
    return verified(home, [fault("lane", commit=middle.id, what=re.compile("commit .+ of the ledger cannot be read: .+"))])


# Bodies


def draft_of(ledger):
    event, commit = some_event(ledger.commits(), "job/contract:pulse", "receipt")
    sha256 = event.data["draft"]["sha256"]
    path = f"{sha256[:2]}/{sha256}.json"
    body_commit = ledger.git("log", "--format=%H", ledger.bodies, "--", path)
    return event, commit, sha256, path, body_commit


def names(event, commit, sha256, what):
    return fault("body", event.stream, event.id, event.path, commit.id, f"names the body {sha256[:12]}, which {what}")


def body_object_flipped(original):
    home = original.copy()
    ledger = home.ledger
    event, commit, sha256, path, body_commit = draft_of(ledger)
    file = ledger.loose(ledger.blob_of(path, ledger.bodies))
    flip(file, os.path.getsize(file) // 2)
    return verified(home, [fault("body", file=path, commit=body_commit, what=re.compile("the body cannot be read: .+")),
                           names(event, commit, sha256, "is damaged")])


def rewritten_bodies(ledger, files=None, gone=None):
    commit = Commit("ada <x@hz.invalid> 1800000000 +0000", "", [])
    commit.message, commit.files, commit.gone = "bodies\n", files or {}, gone or []
    tip = Commit("", "", [], ledger.git("rev-parse", ledger.bodies))
    ledger.write([tip, commit], 1, ledger.bodies)
    return commit.id


def body_with_other_bytes(original):
    home = original.copy()
    ledger = home.ledger
    event, commit, sha256, path, _ = draft_of(ledger)
    other = canonical({"media": "text/markdown", "salt": "0" * 32, "text": "I never said that."})
    forged = rewritten_bodies(ledger, {path: other})
    return verified(home, [fault("body", file=path, commit=forged, what=f"the body does not match: Its SHA-256 is {digest(other)}."),
                           names(event, commit, sha256, "is damaged")])


def body_removed(original):
    home = original.copy()
    ledger = home.ledger
    event, commit, sha256, path, _ = draft_of(ledger)
    rewritten_bodies(ledger, gone=[path])
    return verified(home, [names(event, commit, sha256, "is not there")])


def bodies_branch_deleted(original):
    home = original.copy()
    ledger = home.ledger
    wanted = []
    for commit in ledger.commits():
        for event in commit.events:
            data = event.data
            for body in (data.get("draft"), data.get("items"), data.get("reason"), data.get("output")):
                if body:
                    wanted.append(names(event, commit, body["sha256"], "is not there"))
    ledger.git("update-ref", "-d", ledger.bodies)
    return verified(home, wanted)


def body_in_a_wrong_place(original):
    home = original.copy()
    ledger = home.ledger
    stray = canonical({"media": "text/plain", "salt": "1" * 32, "text": "lost"})
    path = f"00/{digest(stray)}.json"
    forged = rewritten_bodies(ledger, {path: stray})
    return verified(home, [fault("body", file=path, commit=forged, what="the body does not lie where its digest puts it")])


def body_that_is_none(original):
    home = original.copy()
    ledger = home.ledger
    path = f"{digest(b'no body')[:2]}/{digest(b'no body')}.json"
    forged = rewritten_bodies(ledger, {path: b"no body"})
    return verified(home, [fault("body", file=path, commit=forged, what="the body does not match: It is not JSON.")])


def body_that_nobody_names(original):
    home = original.copy()
    spare = canonical({"media": "text/plain", "salt": "2" * 32, "text": "hz was stopped in between"})
    rewritten_bodies(home.ledger, {f"{digest(spare)[:2]}/{digest(spare)}.json": spare})
    return verified(home, [])


def body_in_another_form(make, why):
    """Under its digest, but not as hz writes bodies."""
    def case(original):
        home = original.copy()
        stray = make()
        path = f"{digest(stray)[:2]}/{digest(stray)}.json"
        forged = rewritten_bodies(home.ledger, {path: stray})
        return verified(home, [fault("body", file=path, commit=forged, what=f"the body is not as hz writes it: {why}")])
    return case


def body_of_another_month(original):
    """A body that would expire with a month that is not its event's."""
    home = original.copy()
    ledger = home.ledger
    event, commit, sha256, path, _ = draft_of(ledger)
    month, machine = ledger.bodies.split("/")[-2:]
    blob = ledger.blob_of(path, ledger.bodies)
    with open(ledger.loose(blob), "rb") as file:
        body = zlib.decompress(file.read()).split(b"\0", 1)[1]
    rewritten_bodies(ledger, gone=[path])
    moved = Commit("ada <x@hz.invalid> 1800000000 +0000", "", [])
    moved.message, moved.files = "1 body\n", {path: body}
    ledger.write([moved], 0, f"refs/heads/hz/body/1999-01/{machine}")
    return verified(home, [names(event, commit, sha256, "lies in").copy() | {
        "what": f"names the body {sha256[:12]}, which lies in hz/body/1999-01/{machine} instead of hz/body/{month}/{machine}"}])


# Packs


def packed(home):
    """The ledger in one pack of whole objects; where each object's entry begins, and how long it is."""
    ledger = home.ledger
    ledger.git("repack", "-a", "-d", "-f", "-q", "--window=0")
    folder = os.path.join(home.folder, "data", "me.git", "objects", "pack")
    pack = next(os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".pack"))
    os.chmod(pack, 0o600)
    entries = {}
    for line in ledger.git("verify-pack", "-v", pack[:-5] + ".idx").splitlines():
        words = line.split()
        if len(words) == 5 and len(words[0]) == 40:
            entries[words[0]] = (int(words[4]), int(words[3]))
    return pack, entries


def packed_event(original):
    home = original.copy()
    ledger = home.ledger
    event, commit = some_event(ledger.commits(), "job/contract:pulse", "receipt")
    blob = ledger.blob_of(event.path)
    pack, entries = packed(home)
    problems = verified(home, []) + verified(home, [], "--history") + verified(home, [], "--threads", "1")
    at, size = entries[blob]
    for byte in range(at + 4, at + size, 29):
        flip(pack, byte)
        problems += [f"byte {byte}: {problem}" for problem in verified(home, [unreadable(event, commit)])]
        flip(pack, byte)
    return problems + verified(home, [])


def packed_old_tree(original):
    """A folder that only an old commit holds: nothing that is read today needs it, and it is found all the same."""
    home = original.copy()
    ledger = home.ledger
    middle = ledger.commits()[4]
    tree = ledger.git("rev-parse", f"{middle.id}:events/00")
    pack, entries = packed(home)
    at, size = entries[tree]
    flip(pack, at + size // 2)
    return verified(home, [fault("lane", commit=middle.id, what=re.compile(".*tree .+ of the ledger cannot be read.*"))])


def body_of_another_size(original):
    home = original.copy()
    ledger = home.ledger
    event, _ = some_event(ledger.commits(), "job/contract:pulse", "receipt")
    draft = event.data["draft"]
    told = ledger.append(("job/contract:quiet", "job.paused", {"reason": {"bytes": draft["bytes"] + 1, "sha256": draft["sha256"]}}))
    size = draft["bytes"]
    return verified(home, [fault("body", told.events[0].stream, told.events[0].id, told.events[0].path, told.id,
                                 f"names a body of {size + 1} bytes; it has {size}")])


def cases():
    return [
        ("no damage", lambda original: verified(original.copy(), [])),
        ("a flipped byte in the object of an event", flipped_bytes),
        ("a removed object of an event", damaged_object(lambda path, _: os.remove(path))),
        ("an emptied object of an event", damaged_object(emptied)),
        ("an object of an event that was cut", damaged_object(cut)),
        ("the object of another event in an object's place", damaged_object(another_objects)),
        ("a removed object of a contract's event", damaged_object(lambda path, _: os.remove(path), "contract/pulse", "contract.changed")),
        ("a removed object of a tree", tree_object),
        ("a flipped byte in the object of a commit", commit_object),
        ("a flipped byte in the object of a body", body_object_flipped),
        ("a body with other bytes under its name", body_with_other_bytes),
        ("a removed body", body_removed),
        ("all bodies removed", bodies_branch_deleted),
        ("a body in a wrong place", body_in_a_wrong_place),
        ("a body that is none", body_that_is_none),
        ("a body that nobody names is no fault", body_that_nobody_names),
        ("an event that tells another size of a body", body_of_another_size),
        ("a body without a salt", body_in_another_form(lambda: canonical({"media": "text/plain", "text": "guess me"}), "It has no salt of 32 hex digits.")),
        ("a body that is not canonical", body_in_another_form(lambda: canonical({"media": "text/plain", "salt": "3" * 32, "text": "x"}) + b"\n", "It is not canonical.")),
        ("a body in another month than its event's", body_of_another_month),
        ("a flipped byte of an event in a pack", packed_event),
        ("a flipped byte of an old tree in a pack", packed_old_tree),
    ]
