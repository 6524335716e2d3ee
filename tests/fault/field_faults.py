#!/usr/bin/env python3
"""Faults that other people's programs had in the field, tried on hz: names, locks, settings, two processes, newer ledgers.

usage: field_faults.py HZ [--only NAME]

Each case names the fault that it is about (D4, P9, …). What the C++ tests show of a part, these show of the program.
"""

import json
import os
import shutil
import subprocess
import sys

from disk_and_state import DRAFT, NOBODY, Trial, run_cases
from home import check_printed
from kill_points import in_strace, usable

SETTINGS = (  # a text, the place that is named
    ("a table twice", "[hz]\nperson = \"ada\"\n[hz]\nhost = \"x\"\n", "hz.toml:3:1:"),
    ("a dotted key redefined", "hz.person = \"ada\"\n[hz]\nhost = \"x\"\n", "hz.toml:2:1:"),
    ("a key twice", "[hz]\nperson = \"ada\"\nperson = \"eve\"\n", "hz.toml:3:10:"),
    ("a NUL", "[hz]\nperson = \"a\0da\"\n", "hz.toml:2:12:"),
    ("2^63", "[system.log]\nkeep = 9223372036854775808\n", "hz.toml:2:"),
    ("a date", "[hz]\nperson = 2026-12-01\n", "hz.toml:2:10:"),
    ("an unknown key", "[hz]\npersn = \"ada\"\n", "hz.toml:2:1:"),
    ("a wrong type", "[system.log]\nkeep = \"5\"\n", "hz.toml:2:8:"),
    ("10 MB", "# " + "x" * (10 << 20) + "\n", "hz.toml:"),
    ("ten thousand levels", "a = " + "[" * 10_000 + "\n", "hz.toml:1:"),
    ("a cut file", "[hz]\nperson = \"ad", "hz.toml:2:"))
SETTINGS_WELL = (("a byte-order mark and CRLF", "\ufeff[hz]\r\nperson = \"ada\"\r\n"), ("1_0", "[system.log]\nkeep = 1_0\n"),
                 ("nothing", ""))


class FieldTrial(Trial):
    # Git as the database.

    def names_that_differ_in_case(self):
        """D4: the second name is refused with its place, the first one runs; refs that differ in case stop nothing."""
        home = self.lived_in()
        home.contract("feeds", DRAFT)
        contracts = home.path / "config/contracts"
        shutil.copy(contracts / "feeds.md", contracts / "Feeds.md")
        tick = self.well(home, "Feeds.md beside feeds.md", ("--job", "feeds"))
        check = home.hz("contract", "check")
        self.checks.check(check.code != 0 and "Feeds.md" in check.out + check.err, "Feeds.md is a problem with its place", check)
        self.checks.check("rendered" in tick.out, "feeds.md runs all the same", tick)
        tip = home.git("rev-parse", "HEAD").strip()
        for ref in (f"refs/heads/HZ/log/{home.machine}/1", f"refs/heads/hz/log/{home.machine.upper()}/1"):
            home.git("update-ref", ref, tip)
        self.well(home, "refs that differ in case only")

    def killed_while_it_holds_the_locks(self):
        """D9: flock goes with the process. The file stays, and means nothing."""
        if why := usable():
            self.checks.skip("D9, killed while it holds its locks", why)
            return
        for which in range(1, 7):
            home = self.lived_in()
            kill = ["-e", "trace=flock,write", "-e", f"inject=write:signal=KILL:when={which}", "-o", "/dev/null"]
            done, _ = in_strace(home, kill, ("system", "daemon", "tick", "--job", "by-hand"))
            self.checks.check(done.code in (-9, 137), f"write {which}: it was killed", done)
            self.checks.check((home.state / "tick.lock").exists(), f"write {which}: the file of the lock is still there")
            self.well(home, f"killed at write {which}, holding its locks", ())

    def left_over_of_every_writer(self):
        """D9: what git, libgit2 and hz leave when they are killed blocks nobody and is cleared away."""
        home = self.lived_in()
        objects = home.repository / "objects"
        left = [home.repository / "index.lock", home.repository / "hz.lock", objects / "pack/tmp_pack_AbCdEf", objects / "pack/tmp_idx_AbCdEf",
                objects / "tmp_object_git2_0123456789abcdef", home.state / ".last-tick.tmp", home.state / ".witness.json.tmp"]
        for path in left:
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(f"{os.getpid()}\n".encode())
            self.well(home, f"a left-over {path.name}")

    # Locks and file systems.

    def no_locks(self):
        """P7: a file system without flock: a clear message, and no tick without a lock."""
        if why := usable():
            self.checks.skip("P7, a file system without locks", why)
            return
        for name in ("ENOLCK", "EOPNOTSUPP", "ESTALE", "EIO"):
            home = self.lived_in()
            tip = home.git("rev-parse", "HEAD")
            done, _ = in_strace(home, ["-e", "trace=flock", "-e", f"inject=flock:error={name}", "-o", "/dev/null"],
                                ("--json", "system", "daemon", "tick", "--job", "by-hand"))
            self.refused(done, f"flock says {name}", "tick.lock", code=4)
            self.checks.check(home.git("rev-parse", "HEAD") == tip, f"flock says {name}: nothing was done")
            self.well(home, f"flock said {name} once")

    def failing_calls(self):
        """A disk that refuses one call, at each place where a tick asks it: an error or a warning, and the ledger whole."""
        if why := usable():
            self.checks.skip("a disk that refuses calls", why)
            return
        refused = 0
        for call, error in (("fsync", "EIO"), ("rename", "ENOSPC"), ("link", "ENOSPC"), ("write", "ENOSPC"), ("mkdir", "EDQUOT")):
            home = self.lived_in()
            for which in (1, 2, 3, 5, 8, 13, 21):
                where = f"{call} {which} says {error}"
                done, _ = in_strace(home, ["-e", f"trace={call}", "-e", f"inject={call}:error={error}:when={which}", "-o", "/dev/null"],
                                    ("--json", "system", "daemon", "tick", "--job", "by-hand"))
                ledger = self.sound(home, where)
                check_printed(self.checks, ledger, "", done.err, where)
                if done.code not in (0, 1):
                    refused += 1
                    self.refused(done, where)
            self.well(home, f"{call} works again", ())
            self.no_gap(home, f"{call} works again")
        self.checks.check(refused >= 5, "refused calls were met", refused)

    def read_only_file_system(self):
        """A mount that turned read-only, as Linux does to a failing disk: an error each time, and reading goes on."""
        place = self.folder / "mount"
        place.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=16m,mode=711", "tmpfs", str(place)], capture_output=True,
                                 text=True, check=False)
        if mounted.returncode != 0:
            self.checks.skip("a file system that turns read-only", mounted.stderr.strip())
            return
        try:
            home = type(self)(self.hz, place / "trial", self.checks).lived_in()
            subprocess.run(["mount", "-o", "remount,ro", str(place)], check=True, capture_output=True)
            for command in (("system", "daemon", "tick", "--job", "by-hand"), ("system", "daemon", "pause")):
                self.refused(home.hz("--json", *command), f"read-only: hz {' '.join(command)}", code=4)
            for command in (("system", "daemon", "status"), ("system", "daemon", "jobs"), ("audit", "verify"), ("audit", "log"), ("draft", "list")):
                done = home.hz(*command)
                self.checks.check(done.code == 0, f"read-only: hz {' '.join(command)} answers", done)
            subprocess.run(["mount", "-o", "remount,rw", str(place)], check=True, capture_output=True)
            self.well(home, "a file system that was read-only", ())
            self.no_gap(home, "a file system that was read-only")
        finally:
            subprocess.run(["umount", "--lazy", str(place)], check=False)

    # Two at once.

    def tick_and_pause_at_once(self):
        """Whoever is first is first: all of them end well or say who was faster, and nothing is told twice."""
        home = self.lived_in()
        commands = (("tick", "--job", "by-hand"), ("pause",), ("resume",), ("pause", "--job", "minutely"), ("tick",), ("resume", "--job", "minutely"))
        for turn in range(4):
            started = [home.start("system", "daemon", *command) for command in (*commands[turn:], *commands[:turn])]
            ended = [(process.communicate(), process.returncode) for process in started]
            for (out, err), code in ended:
                self.checks.check(code in (0, 1, 6), f"at once: each ends with 0, 1 or 6", f"{code}\n{out}{err}")
                check_printed(self.checks, home.ledger(), out.decode(), err.decode(), "at once")
            self.sound(home, "at once")
        for command in (("resume",), ("resume", "--job", "minutely")):
            home.hz("system", "daemon", *command)
        self.well(home, "after it", ())
        self.no_gap(home, "after it")

    # Settings and state.

    def settings(self):
        """P9: file, line and column, exit code 3, and nothing is run on half of a file."""
        home = self.lived_in()
        path, tip = home.path / "config/hz.toml", home.git("rev-parse", "HEAD")
        for name, text, place in SETTINGS:
            path.write_text(text, encoding="utf-8")
            done = home.tick("--json", "--job", "by-hand")
            self.refused(done, f"hz.toml with {name}", place, code=3)
            self.checks.check(home.git("rev-parse", "HEAD") == tip, f"hz.toml with {name}: nothing was run")
        path.write_bytes(b"\xff\xfe[\0h\0z\0]\0")
        self.refused(home.tick("--json"), "hz.toml in UTF-16", "UTF-16", code=3)
        for name, text in SETTINGS_WELL:
            path.write_bytes(text.encode())
            self.well(home, f"hz.toml with {name}")

    def settings_of_a_project(self):
        """P9, D15: a project's file, however broken, never changes what the daemon runs."""
        home = self.lived_in()
        project = home.folder / "project"
        (project / ".hz").mkdir(parents=True)
        for name, text, _ in SETTINGS[:4]:
            (project / ".hz/hz.toml").write_text(text, encoding="utf-8")
            done = home.tick("--job", "by-hand", cwd=project)
            self.checks.check(done.code == 0, f"a project's hz.toml with {name}: the tick runs", done)
        self.sound(home, "a project's settings", done)

    def state_with_a_member_twice(self):
        """O3: which of the two was meant is not guessed."""
        home = self.lived_in()
        path = home.state / "machine.json"
        was = path.read_bytes()
        path.write_bytes(was.replace(b'"v":1', b'"machine":"aaaaaaaaaaaa","v":1'))
        self.refused(home.tick("--json", "--job", "by-hand"), "machine.json with a member twice", "machine.json", code=7)
        path.write_bytes(was)
        witness = home.state / "witness.json"
        witness.write_bytes(witness.read_bytes().replace(b'"v":1', b'"lanes":{},"v":1'))
        self.refused(home.hz("--json", "audit", "verify"), "witness.json with a member twice", "witness", code=7)
        self.well(home, "witness.json with a member twice: the next append begins it anew")

    def output_that_is_no_utf8(self):
        """O4: bytes from a run are repaired where they are shown; the job and the chain live."""
        home = self.home()
        home.contract("broken", "printf 'caf\\351 \\377\\376\\n'; printf 'w\\303\\050rong\\n' >&2; exit ${1:-0}\n")
        home.contract("fails", "printf 'caf\\351 \\377\\n' >&2; exit 3\n")
        (home.folder / "caf\udce9.txt").write_bytes(b"x")
        self.well(home, "a draft that is no UTF-8", ("--job", "broken"))
        shown = home.hz("draft", "show", home.ledger().receipts("contract:broken")[0].id[:12])
        self.checks.check(shown.code == 0 and "\ufffd" in shown.out, "a draft that is no UTF-8: what is wrong is visible", shown)
        self.well(home, "an error that is no UTF-8", ("--job", "fails"), code=1)

    def state_home_not_writable(self):
        """P10: an error that names the folder; nothing is written elsewhere."""
        home = self.home()
        person, cwd = home.folder / "person", home.folder / "cwd"
        for folder in (person, cwd):
            folder.mkdir()
        person.chmod(0o555)
        home.folder.chmod(0o755)
        options = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
        done = home.hz("--json", "system", "daemon", "tick", environment={"HZ_HOME": None, "HOME": str(person)}, cwd=cwd, **options)
        self.refused(done, "a HOME that cannot be written", str(person), code=4)
        self.checks.check(not list(cwd.iterdir()), "a HOME that cannot be written: nothing is written elsewhere")

    # A newer hz.

    def ledger_of_a_newer_hz(self):
        """L14: it is not written, and the format is named; whether it is whole can still be told."""
        home = self.lived_in()
        tip, state = home.git("rev-parse", "HEAD"), (home.state / "last-tick").read_bytes()
        home.git("config", "hz.ledger", "2")
        for command in (("tick",), ("tick", "--job", "by-hand"), ("pause",)):
            self.refused(home.hz("--json", "system", "daemon", *command), f"a newer ledger: hz system daemon {command[0]}", "format is 2", code=4)
        self.checks.check(home.git("rev-parse", "HEAD") == tip, "a newer ledger: nothing was written")
        self.checks.check((home.state / "last-tick").read_bytes() == state, "a newer ledger: no tick is noted")
        self.checks.check(home.audit().code == 0, "a newer ledger: it is verified all the same")
        doctor = home.hz("doctor")
        self.checks.check(doctor.code == 1 and "newer hz" in doctor.out, "a newer ledger: doctor names it", doctor)
        home.git("config", "hz.ledger", "1")
        self.well(home, "a ledger that is ours again", ())

    # The index.

    def damaged_index(self):
        """Deleted, cut, zeroed, a folder, read-only, another's: the answers stay what they are."""
        home = self.lived_in()
        files = [path for path in home.path.rglob("*.sqlite")]
        if not files:
            self.checks.skip("a damaged index", "this hz keeps none")
            return
        index = files[0]
        questions = (("system", "daemon", "status"), ("system", "daemon", "jobs"), ("why", "contract:by-hand"), ("audit", "log"), ("draft", "list"))

        def answers():
            return [self.timeless(home.hz("--json", *question)) for question in questions]

        was, whole = index.read_bytes(), answers()
        damages = {"deleted": lambda: index.unlink(), "0 bytes": lambda: index.write_bytes(b""), "cut": lambda: index.write_bytes(was[:len(was) // 2]),
                   "zeros": lambda: index.write_bytes(b"\0" * len(was)), "no database": lambda: index.write_bytes(b"hello" * 4000),
                   "flipped": lambda: index.write_bytes(bytes(b ^ 0x55 if i % 97 == 50 and i > 4096 else b for i, b in enumerate(was))),
                   "a folder": lambda: (index.unlink(), index.mkdir()), "read-only": lambda: index.chmod(0o400)}
        for how, damage in damages.items():
            for left in index.parent.glob(index.name + "-*"):
                left.unlink()
            damage()
            seen = answers()
            for question, before, after in zip(questions, whole, seen):
                self.checks.check(before == after, f"an index that is {how}: hz {' '.join(question)} answers the same", f"{before}\n{after}")
            self.well(home, f"an index that is {how}", ("--job", "by-hand"))
            if index.is_dir():
                shutil.rmtree(index)
            whole = answers()
            was = index.read_bytes() if index.is_file() else was
        self.no_gap(home, "an index that was damaged")

    @staticmethod
    def timeless(done):
        """The answer without the moment at which it was given, and without remarks on how it was read."""
        try:
            answer = json.loads(done.out)
        except ValueError:
            return str(done)
        for name in ("at", "now", "asked", "remarks"):
            answer.pop(name, None)
        return {"exit": done.code, **answer}


CASES = (FieldTrial.names_that_differ_in_case, FieldTrial.killed_while_it_holds_the_locks, FieldTrial.left_over_of_every_writer,
         FieldTrial.no_locks, FieldTrial.failing_calls, FieldTrial.read_only_file_system, FieldTrial.tick_and_pause_at_once,
         FieldTrial.settings, FieldTrial.settings_of_a_project, FieldTrial.state_with_a_member_twice, FieldTrial.output_that_is_no_utf8,
         FieldTrial.state_home_not_writable, FieldTrial.ledger_of_a_newer_hz, FieldTrial.damaged_index)


if __name__ == "__main__":
    sys.exit(run_cases(FieldTrial, CASES, "faults of the field", "hz-field-"))
