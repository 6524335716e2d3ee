"""A real home of hz with a real ledger, made once by the program itself, and copies of it to damage."""

import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

from forge import Ledger

CONTRACTS = {
    "digest": """
  schedule: "* * * * *"
  catch_up: all
  fresh: slot
  inputs:
    - {name: status, kind: json, path: status.json, each: /services, key: /name, title: /name}
  runner: outline
""",
    "pulse": """
  schedule: "* * * * *"
  catch_up: all
  runner: {command: [sh, -c, "echo beat $HZ_SLOT_KEY"]}
""",
    "quiet": """
  schedule: "* * * * *"
  catch_up: all
  inputs:
    - {name: notes, kind: file, path: notes.txt}
  runner: outline
""",
}


def contract_text(name, body):
    return f"---\nname: {name}\nhz:{body.rstrip()}\n---\nWhat {name} is for.\n"


class Answer:
    def __init__(self, done):
        self.code, self.out, self.err = done.returncode, done.stdout.decode(), done.stderr.decode()

    @property
    def json(self):
        return json.loads(self.out)


class Home:
    """A folder for HZ_HOME. Nothing else of the environment reaches hz."""

    def __init__(self, hz, folder):
        self.program, self.folder = hz, pathlib.Path(folder)
        self.contracts = self.folder / "config" / "contracts"

    def hz(self, *arguments, home=True, cwd=None):
        environment = {"PATH": os.environ["PATH"], "TZ": "UTC", "LANG": "C.UTF-8", "HOME": str(self.folder / "nobody")}
        if home:
            environment["HZ_HOME"] = str(self.folder)
        return Answer(subprocess.run([self.program, *map(str, arguments)], env=environment, cwd=cwd or self.folder,
                                     stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False))

    def must(self, *arguments):
        answer = self.hz(*arguments)
        if answer.code != 0:
            raise RuntimeError(f"hz {' '.join(arguments)} ended with {answer.code}: {answer.out}{answer.err}")
        return answer

    @property
    def ledger(self):
        return Ledger(self.folder / "data" / "me.git")

    def write_contract(self, name, body):
        (self.contracts / f"{name}.md").write_text(contract_text(name, body))

    def forget_index(self):
        """The index answers what it verified when the events came in; without it the disk is read again."""
        shutil.rmtree(self.folder / "cache", ignore_errors=True)

    def forget_last_tick(self):
        """A contract that is new now has slots at once: those of the last interval."""
        (self.folder / "state" / "last-tick").unlink()


class Original:
    """Made once; each case damages a copy."""

    def __init__(self, hz):
        self.root = pathlib.Path(tempfile.mkdtemp(prefix="hz-audit-damage-"))
        self.program, self.copies = hz, 0
        self.home = Home(hz, self.root / "original")
        self.tell()

    def tell(self):
        """Slots, inputs that change, a run by hand, pauses: every kind of event of an undamaged story."""
        home = self.home
        home.contracts.mkdir(parents=True)
        (home.folder / "config" / "hz.toml").write_text('[hz]\nperson = "ada"\nhost = "laptop"\n')
        for name, body in CONTRACTS.items():
            home.write_contract(name, body)
        (home.contracts / "status.json").write_text('{"services": [{"name": "mail", "up": true}]}')
        (home.contracts / "notes.txt").write_text("water the plants\n")
        home.must("system", "daemon", "tick")
        home.must("system", "daemon", "pause", "--job", "quiet", "--reason", "moving house")
        home.must("system", "daemon", "resume", "--job", "quiet")
        home.must("system", "daemon", "pause")
        home.must("system", "daemon", "resume")
        (home.contracts / "status.json").write_text('{"services": [{"name": "mail", "up": false}]}')
        home.must("system", "daemon", "tick", "--job", "digest")
        home.must("system", "daemon", "tick", "--job", "pulse")

    def copy(self):
        self.copies += 1
        folder = self.root / f"copy-{self.copies}"
        shutil.copytree(self.home.folder, folder, symlinks=True)
        return Home(self.program, folder)

    def remove(self):
        shutil.rmtree(self.root)


def fault(scope, stream="", event="", file="", commit="", what=""):
    return {"scope": scope, "stream": stream, "event": event, "file": file, "commit": commit, "what": what}


def at_event(event, commit, what):
    """What is wrong with an event's bytes or chain: its stream stops."""
    return fault("event", event.stream, event.id, event.path, commit.id, what)


def in_story(event, commit, what):
    """What contradicts the story so far."""
    return fault("story", event.stream, event.id, event.path, commit.id, what)


def in_lane(commit, what, file="", event=""):
    """What is wrong with a commit or a tree: the lane stops."""
    return fault("lane", "", event, file, commit.id, what)


def differences(wanted, found):
    """Nothing when the faults are these, in any order; `what` may be a pattern."""
    found, lines = list(found), []
    for want in wanted:
        same = next((f for f in found if is_same(want, f)), None)
        if same is None:
            lines.append(f"missing {want}")
        else:
            found.remove(same)
    return lines + [f"not wanted {extra}" for extra in found]


def is_same(want, found):
    for name, value in want.items():
        if isinstance(value, re.Pattern):
            if not value.fullmatch(found[name]):
                return False
        elif found[name] != value:
            return False
    return True
