#!/usr/bin/env python3
"""SIGKILL at listed points: just before each system call by which hz changes the disk.

usage: kill_points.py HZ [--kills N] [--seed N] [--only NAME]

The points are not written down here, they are taken from a trace of the command itself: strace tells which calls it makes, and
then starts it again for each and kills it when it enters the call. So whatever way hz finds to write, every step of it is met.
"""

import argparse
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from home import Checks, Done, Home, alive_after, side_by_side
from recovery import check_goes_on, check_untouched

CHANGING = ("write", "pwrite64", "writev", "fsync", "fdatasync", "rename", "renameat", "renameat2", "link", "linkat", "symlink",
            "unlink", "unlinkat", "mkdir", "mkdirat", "rmdir", "flock", "ftruncate", "fallocate", "chmod", "fchmod", "msync", "openat")
CALL = re.compile(r"^(\w+)\((.*)")
DRAFT = "printf '# %s\\n' \"$HZ_SLOT_KEY\"\n"


def usable():
    """Whether this machine lets strace stop a program at a call; an empty reason is a yes."""
    if not shutil.which("strace"):
        return "strace is not installed"
    tried = subprocess.run(["strace", "-qq", "-e", "trace=write", "-e", "inject=write:signal=KILL:when=1", "echo"],
                           capture_output=True, check=False)
    return "" if tried.returncode in (-9, 137) else tried.stderr.decode(errors="replace").strip() or "strace cannot inject"


def in_strace(home, options, arguments):
    environment = {**home.environment, "HOME": home.new_mark()}
    ended = subprocess.run(["strace", "-qq", *options, home.hz_path, *arguments], env=environment, stdin=subprocess.DEVNULL,
                           capture_output=True, cwd=home.folder, timeout=120, check=False)
    return Done(ended.returncode, ended.stdout.decode(errors="replace"), ended.stderr.decode(errors="replace")), environment["HOME"]


def points_of(home, arguments):
    """[(call, which)], in the order of the trace; of openat only those that may make a file."""
    trace = home.folder / "trace"
    done, _ = in_strace(home, ["-e", "trace=" + ",".join(CHANGING), "-o", str(trace)], arguments)
    counts, points = Counter(), []
    for line in trace.read_text(errors="replace").splitlines():
        if call := CALL.match(line):
            counts[call[1]] += 1
            if call[1] != "openat" or "O_CREAT" in call[2]:
                points.append((call[1], counts[call[1]]))
    return points, done


class Scenario:
    """A command, and the homes that it is killed in: a fresh one each time, or a copy of one that has a history."""

    def __init__(self, hz, folder, name, arguments, prepare):
        self.hz, self.folder, self.name, self.arguments = hz, Path(folder), name, arguments
        self.prepare, self.template, self.homes = prepare, None, 0
        self.folder.mkdir()

    def home(self):
        self.homes += 1
        home = Home(self.hz, self.folder / f"home-{self.homes}")
        if self.template is None:
            self.template = Home(self.hz, self.folder / "template")
            self.prepare(self.template)
        shutil.copytree(self.template.path, home.path, symlinks=True)
        return home


def new_home(home):
    home.contract("by-hand", DRAFT)
    home.contract("minutely", DRAFT, "* * * * *", catch_up="all", retries=1)


def lived_in(home):
    new_home(home)
    home.tick()
    home.tick("--job", "by-hand")


def with_a_lost_run(home):
    """Killed when it is about to store what the run made: the lease is open, the process gone."""
    lived_in(home)
    before = home.ledger().tip
    points, _ = points_of(home, ("system", "daemon", "tick", "--job", "by-hand"))
    for call, which in points:
        trial = ["-e", f"trace={call}", "-e", f"inject={call}:signal=KILL:when={which}", "-o", "/dev/null"]
        if call == "rename":
            in_strace(home, trial, ("system", "daemon", "tick", "--job", "by-hand"))
            if home.ledger().open_leases():
                return
    raise RuntimeError(f"no kill left a lease open, from {before} on")


SCENARIOS = (("a first tick", ("system", "daemon", "tick"), new_home, 5),
             ("a run by hand", ("system", "daemon", "tick", "--job", "by-hand"), lived_in, 5),
             ("a tick after a lost run", ("system", "daemon", "tick"), with_a_lost_run, 4),
             ("a pause", ("system", "daemon", "pause", "--reason", "trial"), lived_in, 2))


class Trial:
    def __init__(self, scenario, kills, chance):
        self.scenario, self.wanted, self.random = scenario, kills, chance
        self.kills = self.told = 0
        self.calls = Counter()

    def run(self, checks):
        points, done = points_of(self.scenario.home(), self.scenario.arguments)
        checks.check(done.code == 0 and points, f"{self.scenario.name}: its trace", done)
        # Every point if there are few, else as many as are wanted from all along the trace.
        step = max(1.0, len(points) / self.wanted)
        chosen = [points[int(i * step)] for i in range(min(self.wanted, len(points)))]
        while len(chosen) < self.wanted:
            chosen.append(self.random.choice(points))
        for point in chosen:
            self.kill(checks, *point)
        print(f"{self.scenario.name}: {self.kills} kills at {len(points)} points: "
              + ", ".join(f"{count} {call}" for call, count in sorted(self.calls.items())), flush=True)
        checks.check(self.kills >= self.wanted * 9 // 10, f"{self.scenario.name}: {self.wanted} kills were made", self.kills)

    def kill(self, checks, call, which):
        where = f"{self.scenario.name}, killed before {call} {which}"
        home = self.scenario.home()
        options = ["-e", f"trace={call}", "-e", f"inject={call}:signal=KILL:when={which}", "-o", "/dev/null"]
        done, mark = in_strace(home, options, self.scenario.arguments)
        # The names of objects are chance, so a run may make a call less; then it was not killed.
        if done.code in (-9, 137):
            self.kills += 1
            self.calls[call] += 1
        else:
            checks.check(done.code in (0, 1), f"{where}: a command that was not killed ends", done)
        left = alive_after(mark, time.monotonic())
        checks.check(not left, f"{where}: nothing is left alive", left)
        self.told += check_untouched(checks, home, whole_lines(done.out), whole_lines(done.err), where)
        home.hz("system", "daemon", "resume")
        self.told += check_goes_on(checks, home, where)
        home.remove()


def whole_lines(text):
    return text[:text.rfind("\n") + 1]


def main():
    arguments = argparse.ArgumentParser(description="SIGKILL before each call that changes the disk")
    arguments.add_argument("hz", help="the program")
    arguments.add_argument("--kills", type=int, default=16)
    arguments.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1_000_000))
    arguments.add_argument("--only", help="the scenario whose name begins so")
    given = arguments.parse_args()
    print(f"seed {given.seed}", flush=True)
    if why := usable():
        checks = Checks()
        checks.skip("kills at listed points", why)
        return checks.end()
    folder = tempfile.mkdtemp(prefix="hz-points-")
    hz = os.path.abspath(given.hz)
    parts = sum(part for *_, part in SCENARIOS)
    trials = [Trial(Scenario(hz, Path(folder, str(number)), name, command, prepare), max(1, given.kills * part // parts),
                    random.Random(given.seed + number))
              for number, (name, command, prepare, part) in enumerate(SCENARIOS) if name.startswith(given.only or "")]
    try:
        checks = side_by_side([(trial.scenario.name, trial.run) for trial in trials], at_once=2)
        print(f"{sum(trial.told for trial in trials)} printed ids looked up")
        return checks.end(f"{sum(trial.kills for trial in trials)} kills")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
