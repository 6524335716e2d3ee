#!/usr/bin/env python3
"""A damaged or hostile surrounding: state files, left-over locks, full and read-only disks, odd environments.

usage: disk_and_state.py HZ [--only NAME]

A cache that is damaged is built anew; the ledger never is. An error says what failed, why, what was kept and what to do
next. Whatever happens, the ledger stands as it stood: the audit, which runs after every step, finds nothing.
"""

import argparse
import fcntl
import json
import os
import pwd
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from home import PRINTED_EVENT, Home, check_printed, side_by_side

DRAFT = "printf '# %s\\n' \"$HZ_SLOT_KEY\"\n"
NOBODY = 65534


def as_empty(path):
    path.write_bytes(b"")


def as_cut(path):
    path.write_bytes(path.read_bytes()[:-7])


def as_nul(path):
    path.write_bytes(b"\0" * max(len(path.read_bytes()), 16))


def as_folder(path):
    path.unlink()
    path.mkdir()


DAMAGES = {"0 bytes": as_empty, "cut": as_cut, "NUL": as_nul, "a folder": as_folder}


def restore(path, was):
    """Puts back what lay there, as a person would who follows the error's advice and moves the thing away."""
    if path.is_dir():
        path.rmdir()
    if was is not None:
        path.write_bytes(was)


class Trial:
    """One case, in a folder of its own."""

    def __init__(self, hz, folder, checks):
        self.hz, self.folder, self.checks = hz, folder, checks
        self.folder.mkdir(mode=0o711)
        self.homes = 0

    # What every case needs.

    def home(self, **environment):
        self.homes += 1
        return Home(self.hz, self.folder / f"home-{self.homes}", **environment)

    def lived_in(self, **environment):
        """A home with a history: a job by hand, a job with a slot each minute, and skipped slots that no event tells."""
        home = self.home(**environment)
        home.contract("by-hand", DRAFT)
        home.contract("minutely", DRAFT, "* * * * *", catch_up="all")
        (home.folder / "notes.txt").write_text("one\n", encoding="utf-8")
        contract = home.path / "config/contracts/watcher.md"
        contract.write_text("---\nname: watcher\nhz:\n  schedule: \"* * * * *\"\n  catch_up: all\n  inputs:\n"
                            f"    - {{name: notes, kind: file, path: {home.folder}/notes.txt}}\n---\nWatches.\n", encoding="utf-8")
        tick = home.tick()
        self.checks.check(tick.code == 0, "a new home's first tick", tick)
        return home

    def well(self, home, where, arguments=("--job", "by-hand"), code=0):
        """The ledger can be appended to and audited, and no slot is lost."""
        tick = home.tick(*arguments)
        self.checks.check(tick.code == code, f"{where}: a tick ends with {code}", tick)
        self.sound(home, where, tick)
        return tick

    def sound(self, home, where, tick=None):
        ledger = home.ledger()
        if tick:
            check_printed(self.checks, ledger, tick.out, tick.err, where)
        audit = home.audit()
        self.checks.check(audit.code == 0, f"{where}: the audit finds nothing", audit)
        return ledger

    def no_gap(self, home, where):
        for job in home.ledger().jobs():
            slots = home.hz("system", "daemon", "slots", job)
            self.checks.check(slots.code == 0, f"{where}: the slots of {job} have no gap", slots)

    def refused(self, done, where, says="", code=None):
        """A whole error, on standard output as --json promises."""
        try:
            error = json.loads(done.out)["error"]
        except (ValueError, KeyError, TypeError):
            self.checks.check(False, f"{where}: an error is told", done)
            return {}
        whole = all(error.get(part) for part in ("kind", "what", "why", "kept", "fix"))
        self.checks.check(whole, f"{where}: its error has what, why, kept and fix", error)
        self.checks.check(says in done.out, f"{where}: it names {says}", error)
        self.checks.check(done.code not in (0, 1) if code is None else done.code == code, f"{where}: its exit code", done)
        return error

    # Damaged state files (P1).

    def damaged_last_tick(self):
        for how, damage in DAMAGES.items():
            where, home = f"last-tick is {how}", self.lived_in()
            path = home.state / "last-tick"
            damage(path)
            for read in (("system", "daemon", "status"), ("system", "daemon", "jobs"), ("doctor",)):
                done = home.hz(*read)
                self.checks.check(done.code in (0, 1) and "Error" not in done.err, f"{where}: hz {' '.join(read)} answers", done)
            if how == "a folder":
                self.refused(home.tick("--json"), where, "last-tick")
                self.sound(home, where)
                restore(path, None)
            self.well(home, where, ())
            self.checks.check(path.is_file() and path.read_bytes().endswith(b"Z"), f"{where}: it is written anew", path)
            self.no_gap(home, where)

    def damaged_skips(self):
        for how, damage in DAMAGES.items():
            where, home = f"a file of pending skips is {how}", self.lived_in()
            files = list((home.state / "skips").glob("*.json"))
            if not self.checks.check(len(files) == 1, f"{where}: there is one", files):
                continue
            damage(files[0])
            tick = home.tick()
            if how == "a folder":
                self.checks.check(tick.code != 0 and "skips/" in tick.err + tick.out, f"{where}: the tick names it", tick)
                restore(files[0], None)
            else:
                self.checks.check(tick.code == 0, f"{where}: the tick goes on", tick)
            self.sound(home, where, tick)
            self.well(home, where, ())
            self.no_gap(home, where)

    def damaged_witness(self):
        for how, damage in DAMAGES.items():
            where, home = f"witness.json is {how}", self.lived_in()
            path = home.state / "witness.json"
            damage(path)
            self.refused(home.hz("--json", "audit", "verify"), f"{where}, audit", "witness", code=None if how == "a folder" else 7)
            done = home.hz("audit", "verify", "--no-witness")
            self.checks.check(done.code == 0, f"{where}: without the witness the ledger is whole", done)
            tick = home.tick("--job", "by-hand")
            if how == "a folder":
                self.checks.check(tick.code == 0 and "Warning: the ledger's tip was not noted in state/witness.json" in tick.err,
                                  f"{where}: the tick warns, once, and goes on", tick)
                self.checks.check(tick.err.count("Warning") == 1 and sum(bool(PRINTED_EVENT.match(line)) for line in tick.err.splitlines()) == 3,
                                  f"{where}: the ids of what was appended are printed", tick)
                check_printed(self.checks, home.ledger(), tick.out, tick.err, where)
                doctor = home.hz("doctor")
                self.checks.check(doctor.code == 1 and "witness" in doctor.out, f"{where}: doctor names it", doctor)
                restore(path, None)
                self.well(home, where)
                continue
            self.checks.check(tick.code == 0, f"{where}: the next append begins it anew", tick)
            audit = home.audit()
            self.checks.check(audit.code == 0 and "cannot be ruled out" in audit.out + audit.err, f"{where}: the audit says so", audit)
            self.checks.check((home.state / "witness-damaged.json").exists(), f"{where}: the bad one is kept")

    def damaged_machine(self):
        for how, damage in DAMAGES.items():
            where, home = f"machine.json is {how}", self.lived_in()
            path = home.state / "machine.json"
            was, tip = path.read_bytes(), home.git("rev-parse", "HEAD")
            damage(path)
            error = self.refused(home.tick("--json", "--job", "by-hand"), where, "machine.json")
            self.checks.check(home.git("rev-parse", "HEAD") == tip, f"{where}: nothing was appended")
            refs = home.git("for-each-ref", "refs/heads/hz/log").splitlines()
            self.checks.check(len(refs) == 1, f"{where}: no second machine was made", refs)
            if how != "a folder":
                self.follow_the_fix(home, path, error, where)
            restore(path, was)
            self.well(home, where)

    def follow_the_fix(self, home, path, error, where):
        """The advice works as it stands: the id from HEAD, written in the shape that is shown."""
        shape = error.get("fix", "").split("write ")[-1]
        head = home.git("symbolic-ref", "HEAD").strip()
        if self.checks.check("<id>" in shape, f"{where}: the fix shows what to write", error):
            path.write_text(shape.replace("<id>", head.split("/")[-2]), encoding="utf-8")
            self.well(home, f"{where}, mended by the fix")

    def damaged_log(self):
        for how, damage in DAMAGES.items():
            where, home = f"the log is {how}", self.lived_in()
            damage(home.path / "log/daemon.jsonl")
            tick = self.well(home, where)
            if how == "a folder":
                self.checks.check("daemon.jsonl" in tick.err, f"{where}: that is said", tick)
            done = home.hz("system", "daemon", "logs")
            self.checks.check(done.code == 0 or how == "a folder", f"{where}: the log is shown", done)

    def log_elsewhere(self):
        home = self.lived_in()
        target = home.folder / "elsewhere.txt"
        target.write_text("mine\n", encoding="utf-8")
        log = home.path / "log/daemon.jsonl"
        log.unlink()
        log.symlink_to(target)
        self.well(home, "the log is a link")
        self.checks.check(target.read_text(encoding="utf-8") == "mine\n", "the log is a link: it is not followed")

    # Locks (P3, D9, L6).

    def tick_lock_contents(self):
        home = self.lived_in()
        lock = home.state / "tick.lock"
        contents = {"a live foreign process": json.dumps({"pid": os.getpid(), "started": "2026-01-01T00:00:00.000Z"}),
                    "process 1": json.dumps({"pid": 1, "started": "2026-01-01T00:00:00.000Z"}),
                    "nothing": "", "NULs": "\0" * 64, "no JSON": "{\"pid\":", "a process that is gone": "{\"pid\":4194303}"}
        for name, text in contents.items():
            lock.write_text(text, encoding="utf-8")
            self.well(home, f"tick.lock names {name}")
        lock.unlink()
        self.well(home, "tick.lock is gone")

    def tick_lock_held(self):
        home = self.lived_in()
        with open(home.state / "tick.lock", "r+b") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            for text in (b"", b"\0\0\0", json.dumps({"pid": os.getpid(), "started": "2026-01-01T00:00:00Z"}).encode()):
                held.seek(0)
                held.truncate()
                held.write(text)
                held.flush()
                tip = home.git("rev-parse", "HEAD")
                tick = home.tick("--job", "by-hand")
                self.checks.check(tick.code == 0 and "under way" in tick.out + tick.err, "a held lock: the tick says so and ends with 0", tick)
                self.checks.check(home.git("rev-parse", "HEAD") == tip, "a held lock: nothing was done")
            self.checks.check(f"{os.getpid()}" in tick.out + tick.err, "a held lock: its holder is named", tick)
        self.well(home, "a lock that was let go")

    def tick_lock_in_its_place(self):
        for name, make in (("a folder", os.mkdir), ("a pipe", os.mkfifo), ("a link", lambda p: os.symlink("/etc/hostname", p))):
            home = self.lived_in()
            lock = home.state / "tick.lock"
            lock.unlink()
            make(lock)
            tip = home.git("rev-parse", "HEAD")
            self.refused(home.tick("--json", "--job", "by-hand"), f"{name} for tick.lock", "tick.lock")
            self.checks.check(home.git("rev-parse", "HEAD") == tip, f"{name} for tick.lock: no tick without a lock")
            self.sound(home, f"{name} for tick.lock")
            lock.rmdir() if name == "a folder" else lock.unlink()
            self.well(home, f"{name} for tick.lock, moved away")

    def left_over_git_locks(self):
        home = self.lived_in()
        for path in (home.log_ref, home.body_ref, home.repository / "HEAD", home.repository / "packed-refs", home.repository / "config"):
            lock = path.with_name(path.name + ".lock")
            lock.write_bytes(b"")
            self.well(home, f"a left-over {lock.relative_to(home.repository)}")
            self.checks.check(not lock.exists(), f"a left-over {lock.name} is cleared away")

    def two_ticks(self):
        home = self.home()
        home.contract("slow", "i=0; while [ $i -lt 300000 ]; do i=$((i+1)); done\n" + DRAFT, "* * * * *", catch_up="latest")
        ticks = [home.start("system", "daemon", "tick") for _ in range(4)]
        ended = [(tick.communicate(), tick.returncode) for tick in ticks]
        self.checks.check(all(code == 0 for _, code in ended), "ticks at once: each ends with 0", ended)
        ledger = self.sound(home, "ticks at once")
        slots = [event.data["slot"] for event in ledger.receipts("contract:slow")]
        self.checks.check(slots and len(slots) == len(set(slots)), "ticks at once: no slot ran twice", slots)
        for (out, err), _ in ended:
            check_printed(self.checks, ledger, out.decode(), err.decode(), "ticks at once")
        self.checks.check(len({event.stream for event in ledger.events if event.type == "contract.changed"}) == 1
                          and len(home.git("for-each-ref", "refs/heads/hz/log").splitlines()) == 1, "ticks at once: one machine was made")

    # Rights (L4, P4).

    def open_umask(self):
        for mask in (0o000, 0o022, 0o777):
            home = self.home()
            umask = {"umask": mask}
            new = home.hz("contract", "new", "digest", **umask)
            self.checks.check(new.code == 0, f"umask {mask:03o}: contract new", new)
            done = home.tick("--job", "digest", **umask)
            self.checks.check(done.code == 0, f"umask {mask:03o}: a tick", done)
            home.hz("system", "daemon", "pause", **umask)
            home.hz("system", "daemon", "resume", **umask)
            opened = [f"{path} {path.lstat().st_mode:o}" for path in [home.path, *home.path.rglob("*")] if path.lstat().st_mode & 0o077]
            self.checks.check(not opened, f"umask {mask:03o}: nothing is open to others", "\n".join(opened[:9]))
            self.sound(home, f"umask {mask:03o}")

    def loosened_rights(self):
        """Somebody opened the folders: what hz writes next is private all the same, and doctor names the rest."""
        home = self.lived_in()
        for path in (home.repository, home.state):
            path.chmod(0o755)
        done = home.hz("doctor")
        self.checks.check(done.code == 1 and "open to others" in done.out, "doctor names what is open to others", done)
        self.well(home, "folders were opened to others")

    def read_only(self):
        home = self.lived_in()
        tip = home.git("rev-parse", "HEAD")
        as_user = {}
        if os.geteuid() == 0:  # root writes wherever it wants
            as_user = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
            home.folder.chmod(0o755)
            for path in (home.path, *home.path.rglob("*")):
                os.chown(path, NOBODY, NOBODY)
        folders = [home.path, *(path for path in home.path.rglob("*") if path.is_dir())]
        modes = {path: path.stat().st_mode for path in (*folders, *(path for path in home.path.rglob("*") if path.is_file()))}
        for path, mode in modes.items():
            path.chmod(mode & 0o555)
        try:
            self.refused(home.tick("--json", "--job", "by-hand", **as_user), "a read-only home", "tick.lock")
            for read in (("audit", "verify"), ("system", "daemon", "status"), ("system", "daemon", "jobs"), ("draft", "list")):
                done = home.hz(*read, **as_user)
                self.checks.check(done.code == 0, f"a read-only home: hz {' '.join(read)} answers", done)
        finally:
            for path, mode in modes.items():
                path.chmod(mode)
        done = home.tick("--job", "by-hand", **as_user)
        self.checks.check(done.code == 0, "a home that was read-only", done)
        if os.geteuid() == 0:
            for path in (home.path, *home.path.rglob("*")):
                os.chown(path, 0, 0)
        self.checks.check(home.git("merge-base", "HEAD", tip.strip()) == tip, "a home that was read-only: its history goes on")
        self.sound(home, "a home that was read-only", done)

    # A full disk (L6, P1).

    def full_disk(self):
        place = self.folder / "small"
        place.mkdir()
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m,mode=711", "tmpfs", str(place)], capture_output=True,
                                 text=True) if os.geteuid() == 0 else None
        if mounted is None or mounted.returncode != 0:
            self.checks.skip("a full disk", "a small disk can be mounted by root only" if mounted is None else mounted.stderr.strip())
            return
        try:
            self.fill_disk(Home(self.hz, place / "home"), place / "filler")
        finally:
            subprocess.run(["umount", "--lazy", str(place)], check=False)

    def fill_disk(self, home, filler):
        home.contract("by-hand", DRAFT)
        home.contract("minutely", DRAFT, "* * * * *", catch_up="all")
        self.well(home, "a disk that is not full")
        refused = 0
        for left in (0, 1, 2, 4, 6, 8, 10, 12, 14, 16, 20, 24, 28, 32, 48):
            where = f"{4 * left} kB left"
            self.fill(filler, left)
            tick = home.tick("--json", "--job", "by-hand")
            ledger = self.sound(home, where)
            if tick.code == 0:
                ids = json.loads(tick.out)["events"]
                self.checks.check(all(event_id in ledger.trailers for event_id in ids), f"{where}: what was answered is kept", ids)
            else:
                refused += 1
                self.refused(tick, where, "", code=4)
            check_printed(self.checks, ledger, "", tick.err, where)
            filler.unlink()
            self.well(home, f"{where}, then freed", ())
            self.checks.check(not home.ledger().open_leases(), f"{where}, then freed: no lease is open")
        self.checks.check(refused >= 3, "a full disk was met at several places", refused)
        self.no_gap(home, "a disk that was full")

    @staticmethod
    def fill(filler, pages_left):
        with open(filler, "wb", buffering=0) as file:
            try:
                while True:
                    file.write(b"\xff" * 4096)
            except OSError:
                pass
            file.truncate(max(0, (file.tell() // 4096 - pages_left) * 4096))

    # The environment (D6, P10, A10).

    def hostile_git(self):
        home = self.home()
        own = home.folder / "person"
        hooks, other = own / "hooks", own / "other.git"
        hooks.mkdir(parents=True)
        (own / ".config/git").mkdir(parents=True)
        for hook in ("pre-commit", "reference-transaction", "post-commit", "pre-receive", "update"):
            (hooks / hook).write_text(f"#!/bin/sh\ntouch {own}/hook-ran\nexit 1\n", encoding="utf-8")
            (hooks / hook).chmod(0o755)
        config = (f"[commit]\n\tgpgsign = true\n[gpg]\n\tprogram = {own}/hooks/pre-commit\n[core]\n\thooksPath = {hooks}\n\tautocrlf = true\n"
                  f"\tfsmonitor = true\n\tcompression = 0\n[push]\n\tdefault = nothing\n[init]\n\tdefaultBranch = x\n\ttemplateDir = {own}/hooks\n"
                  "[receive]\n\tdenyCurrentBranch = refuse\n[url \"https://evil.example/\"]\n\tinsteadOf = /\n[user]\n\tname = Mallory\n"
                  "\temail = m@evil.example\n[safe]\n\tdirectory = /nowhere\n[extensions]\n\tobjectFormat = sha256\n")
        for place in (own / ".gitconfig", own / ".config/git/config"):
            place.write_text(config, encoding="utf-8")
        subprocess.run(["git", "init", "-q", "--bare", str(other)], check=True, capture_output=True,
                       env={"PATH": os.environ["PATH"], "HOME": str(home.folder), "GIT_CONFIG_NOSYSTEM": "1"})
        before = sorted(str(path) for path in other.rglob("*"))
        hostile = {"HOME": str(own), "XDG_CONFIG_HOME": str(own / ".config"), "GIT_DIR": str(other), "GIT_WORK_TREE": str(own),
                   "GIT_INDEX_FILE": str(own / "index"), "GIT_OBJECT_DIRECTORY": str(other / "objects"), "GIT_TEMPLATE_DIR": str(hooks),
                   "GIT_ALTERNATE_OBJECT_DIRECTORIES": str(other / "objects"), "GIT_CONFIG_GLOBAL": str(own / ".gitconfig"),
                   "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.hooksPath", "GIT_CONFIG_VALUE_0": str(hooks),
                   "GIT_AUTHOR_NAME": "Mallory", "GIT_AUTHOR_EMAIL": "m@evil.example", "GIT_COMMITTER_NAME": "Mallory",
                   "GIT_COMMITTER_DATE": "2001-01-01T00:00:00Z", "GIT_NAMESPACE": "evil", "GIT_CEILING_DIRECTORIES": "/",
                   "EMAIL": "m@evil.example", "LC_ALL": "de_DE.UTF-8", "LC_NUMERIC": "de_DE.UTF-8"}
        home.contract("by-hand", "printf 'a\\r\\nb\\n'\n")
        for _ in range(2):
            done = home.tick("--job", "by-hand", environment=hostile)
            self.checks.check(done.code == 0, "a hostile git configuration: a tick", done)
            audit = home.audit(environment=hostile)
            self.checks.check(audit.code == 0, "a hostile git configuration: its own audit", audit)
        self.sound(home, "a hostile git configuration", done)
        hook = home.repository / "hooks"
        hook.mkdir()
        for name in ("reference-transaction", "post-commit"):
            shutil.copy(hooks / name, hook / name)
        self.well(home, "hooks in the ledger itself")
        self.checks.check(not (own / "hook-ran").exists(), "no hook of the person ran")
        commits = home.git("cat-file", "commit", "HEAD") + home.git("log", "--format=%an %ae %cn %cd")
        self.checks.check("gpgsig" not in commits and "Mallory" not in commits and "2001" not in commits, "no commit is signed, or another's", commits)
        self.checks.check(sorted(str(path) for path in other.rglob("*")) == before, "no other repository was touched")
        self.checks.check(home.git("fsck", "--strict", "--no-dangling").strip() == "", "git fsck has nothing to say")

    def home_variables(self):
        cwd = self.folder / "cwd"
        cwd.mkdir()
        home = self.home()
        for name, value in (("relative", "hz-home"), ("dots", "./x"), ("the root", "/"), ("dots to the root", "/tmp/.."), ("a newline", "/tmp/a\nb")):
            done = home.hz("--json", "system", "daemon", "tick", environment={"HZ_HOME": value}, cwd=cwd)
            self.refused(done, f"HZ_HOME is {name}", "HZ_HOME", code=4)
        own = home.folder / "person"
        own.mkdir()
        base = {"HZ_HOME": None, "HOME": str(own)}
        for name, value in (("relative", "state"), ("empty", ""), ("a newline", "/tmp/a\nb"), ("the root", "/")):
            for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"):
                done = home.hz("system", "daemon", "tick", environment={**base, variable: value}, cwd=cwd)
                self.checks.check(done.code == 0 and str(own) in done.out + done.err, f"{variable} is {name}: it is ignored", done)
        done = home.hz("ledger", "path", environment={**base, "XDG_DATA_HOME": str(own / "elsewhere")}, cwd=cwd)
        self.checks.check(done.out.strip() == str(own / "elsewhere/hz/me.git"), "XDG_DATA_HOME that is absolute counts", done)
        self.refused(home.hz("--json", "system", "daemon", "tick", environment={"HZ_HOME": None, "HOME": "/"}, cwd=cwd), "HOME is /", "HOME", code=4)
        account = pwd.getpwuid(os.geteuid()).pw_dir
        for name, value in (("unset", None), ("relative", "person"), ("empty", "")):
            done = home.hz("ledger", "path", environment={"HZ_HOME": None, "HOME": value}, cwd=cwd)
            if account.startswith("/") and account != "/":
                self.checks.check(done.out.strip() == f"{account}/.local/share/hz/me.git", f"HOME is {name}: the account's home counts", done)
            else:
                self.checks.check(done.code == 4, f"HOME is {name} and the account has none", done)
        self.checks.check(not list(cwd.iterdir()), "nothing was ever written to the working directory", list(cwd.iterdir()))

    def zones(self):
        for value, name in (("Asia/Tokyo", "Asia/Tokyo"), (":Europe/Berlin", "Europe/Berlin"), ("UTC", "UTC")):
            home = self.home(TZ=value)
            home.contract("noon", DRAFT, "0 12 * * *")
            home.contract("minutely", DRAFT, "* * * * *")
            tick = home.tick()
            self.checks.check(tick.code == 0, f"TZ={value}: a tick", tick)
            ledger = self.sound(home, f"TZ={value}", tick)
            zones = {event.data["zone"] for event in ledger.events if event.type == "contract.changed"}
            self.checks.check(zones == {name}, f"TZ={value}: the zone is {name}", zones)
            slots = [event.data["slot"] for event in ledger.receipts("contract:minutely")]
            self.checks.check(slots and all(slot.endswith("Z") for slot in slots), f"TZ={value}: receipts name UTC", slots)
        for value in ("Nope/City", "../../etc/passwd", "/etc/localtime/x", "EST5EDT,M3.2.0,M11.1.0\n"):
            home = self.home(TZ=value)
            home.contract("minutely", DRAFT, "* * * * *")
            tick = home.tick()
            told = tick.code != 0 and "time zone" in tick.out + tick.err
            self.checks.check(told, f"TZ={value!r}: an error that names it, never UTC in silence", tick)
        self.zone_of_machine()

    def zone_of_machine(self):
        link = os.path.realpath("/etc/localtime")
        if "/zoneinfo/" not in link:
            self.checks.skip("no TZ at all", f"/etc/localtime is no link into a zone database: {link}")
            return
        name = link.split("/zoneinfo/")[1]
        for how, value in (("unset", None), ("empty", "")):
            home = self.home()
            home.contract("minutely", DRAFT, "* * * * *")
            tick = home.tick(environment={"TZ": value})
            zones = {event.data["zone"] for event in self.sound(home, f"TZ {how}", tick).events if event.type == "contract.changed"}
            # POSIX: an empty TZ is UTC; the machine's zone is as good an answer, a guess is not.
            self.checks.check(zones and zones <= ({name} if value is None else {name, "UTC", "Etc/UTC"}), f"TZ {how}: {name}", zones)


CASES = (Trial.damaged_last_tick, Trial.damaged_skips, Trial.damaged_witness, Trial.damaged_machine, Trial.damaged_log,
         Trial.log_elsewhere, Trial.tick_lock_contents, Trial.tick_lock_held, Trial.tick_lock_in_its_place,
         Trial.left_over_git_locks, Trial.two_ticks, Trial.open_umask, Trial.loosened_rights, Trial.read_only,
         Trial.full_disk, Trial.hostile_git, Trial.home_variables, Trial.zones)


def run_cases(trial_class, cases, description, prefix):
    """Runs the cases, methods of the class, on a copy of the program that another user can start too."""
    arguments = argparse.ArgumentParser(description=description)
    arguments.add_argument("hz", help="the program")
    arguments.add_argument("--only", help="this case alone: its name in the source")
    given = arguments.parse_args()
    folder = Path(tempfile.mkdtemp(prefix=prefix))
    folder.chmod(0o711)
    hz = folder / "hz"
    shutil.copy(given.hz, hz)
    hz.chmod(0o755)

    def trial(case):
        return case.__name__.replace("_", " "), lambda checks: case(trial_class(hz, folder / case.__name__, checks))

    try:
        chosen = [case for case in cases if not given.only or case.__name__ == given.only]
        return side_by_side([trial(case) for case in chosen]).end(f"{len(chosen)} cases")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(run_cases(Trial, CASES, "damaged state and hostile surroundings", "hz-state-"))
