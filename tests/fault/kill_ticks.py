#!/usr/bin/env python3
"""Kills ticks with SIGKILL at chosen moments and looks at what is left.

usage: kill_ticks.py HZ [--kills N] [--seed N] [--keep]

The moments are met by watching the files that a tick moves (refs, last-tick) in a tight loop; some kills fall at random.
What a kill hit is not taken from the intention: it is read from the ledger afterwards, with plain git. Every phase has to
be hit at least so many times, or the test fails.

After each kill: every id that was printed is in the ledger; the audit finds nothing; nothing of the run is alive five
seconds later; the next tick works; a run that was lost is told as lost, and its slots are done again or failed by the
rule of its retries; no job's slots have a gap.
"""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from home import Checks, Home, alive_after, check_printed

BEFORE, RUN, BODY, RECEIPT, AFTER = "before the lease", "in the run", "body stored", "receipt stored", "last-tick written"
PHASES = (BEFORE, RUN, BODY, RECEIPT)
HITS_EACH = 8        # of each phase, whatever else is hit
TRIES_PER_KILL = 6   # a tick that ends before its kill is a try, no kill
TRIES_MIN = 300

# A little work of its own and a child, so that there is something to be left alive.
SCRIPT = """(i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done) &
i=0; while [ $i -lt {steps} ]; do i=$((i+1)); done
printf '# %s\\n%s\\n' "$HZ_JOB" "$HZ_SLOT_KEY"
"""


def signature(path):
    try:
        found = os.stat(path)
        return found.st_ino, found.st_mtime_ns, found.st_size
    except OSError:
        return None


class Watch:
    """Moments of one tick, seen in its files."""

    def __init__(self, home, process):
        self.process = process
        if (home.state / "machine.json").exists():
            self.log, self.body = str(home.log_ref), str(home.body_ref)
        else:
            self.log = self.body = None
        self.home = home
        self.lock = str(home.state / "tick.lock")
        self.seen = {}

    def find_refs(self):
        """A new home draws its machine's name in its first tick: until then there is nothing to watch."""
        machine = str(self.home.state / "machine.json")
        while self.log is None and self.process.poll() is None:
            if os.path.exists(machine):
                self.log, self.body = str(self.home.log_ref), str(self.home.body_ref)

    def begin(self):
        self.seen = {path: signature(path) for path in (self.lock, self.log, self.body) if path}

    def moved(self, path, times=1):
        """Waits until the file was replaced so many times since begin(); False when the tick ended before that."""
        last = self.seen.get(path)
        rounds = 0
        while True:
            now = signature(path)
            if now != last:
                last, times = now, times - 1
                if times == 0:
                    return True
            rounds += 1
            if rounds % 64 == 0 and self.process.poll() is not None:
                return False


def wait_busily(seconds, process):
    until = time.perf_counter() + seconds
    while time.perf_counter() < until and process.poll() is None:
        pass


class Killed:
    """A tick that was killed, and what it left behind."""

    def __init__(self, at, out, err, mark):
        self.at, self.out, self.err, self.mark = at, out, err, mark
        self.phase = self.ledger = None


class Trial:
    def __init__(self, hz, folder, kills, seed, keep):
        self.hz, self.folder, self.kills, self.keep = hz, Path(folder), kills, keep
        self.random = random.Random(seed)
        self.checks = Checks()
        self.hits = {how: Counter() for how in ("scheduled", "by hand", "in recovery")}
        self.homes = self.tries = self.printed = self.failed_slots = self.again = 0
        self.span = {"scheduled": 0.5, "by hand": 0.5}  # seconds of a whole tick, as last measured
        self.lead = 0.05                                # seconds from its start to its lease, as last measured
        self.long_lived = None

    # Homes.

    def new_home(self, **options):
        self.homes += 1
        return Home(self.hz, self.folder / f"home-{self.homes}", **options)

    def scheduled_home(self):
        """A first tick counts from one interval ago: with catch_up all each contract has five slots at once."""
        home = self.new_home()
        self.moves = 2
        retries = self.random.choice((0, 0, 1))
        if self.random.random() < 0.4:
            for name in ("first", "second"):
                home.contract(name, SCRIPT.format(steps=self.random.randrange(20, 3000)), "* * * * *", catch_up="all",
                              retries=retries, timeout="20s")
            self.moves = self.random.randrange(2, 8)
        else:
            home.contract("only", SCRIPT.format(steps=self.random.randrange(20, 8000)), "* * * * *", catch_up="latest",
                          retries=retries, timeout="20s")
        return home

    def lived_in_home(self):
        """One ledger that lives through many kills, with contracts that have a slot every minute."""
        if self.long_lived is None:
            self.long_lived = self.new_home()
            for name in ("hourly", "minutely", "rare"):
                schedule = "* * * * *" if name == "minutely" else "0 0 1 1 *"
                self.long_lived.contract(name, SCRIPT.format(steps=3000), schedule, timeout="20s")
            self.finish(self.long_lived, [], "first tick of the long-lived home")
        return self.long_lived

    # Killing.

    def kill_tick(self, home, target, arguments, how):
        """One try. None when the tick ended before the kill."""
        self.tries += 1
        before = home.ledger()
        last_tick = self.last_tick(home)
        mark = home.new_mark()
        watch = Watch(home, None)
        watch.begin()
        begun = time.perf_counter()
        process = home.start("system", "daemon", "tick", *arguments, mark=mark)
        watch.process = process
        self.await_moment(watch, target, begun, how)
        if process.poll() is None:
            os.kill(process.pid, signal.SIGKILL)
        at = time.monotonic()
        out, err = self.read_to_end(process, mark)
        if process.returncode != -signal.SIGKILL:
            self.span[how] = time.perf_counter() - begun
            self.checks.check(process.returncode in (0, 1), "a tick that was not killed ends with 0 or 1", out + err)
            return None
        killed = Killed(at, out, err, mark)
        killed.ledger = home.ledger()
        killed.phase = self.classify(before, killed.ledger, last_tick != self.last_tick(home))
        return killed

    def await_moment(self, watch, target, begun, how):
        if target == "random":
            return wait_busily(self.random.uniform(0, self.span[how]), watch.process)
        if target == BEFORE:
            if self.random.random() < 0.3:
                watch.moved(watch.lock)
                return None
            return wait_busily(self.random.uniform(0, self.lead), watch.process)
        if watch.log is None:
            watch.find_refs()
        if watch.log is None:
            return None
        if target == BODY:
            watch.moved(watch.body, self.random.randrange(1, self.moves + 1) if self.moves > 2 else 1)
        elif target == RECEIPT:
            watch.moved(watch.log, self.moves)
        elif watch.moved(watch.log):
            self.lead = time.perf_counter() - begun
            wait_busily(self.random.uniform(0, 0.02), watch.process)
        return None

    def read_to_end(self, process, mark):
        """The pipe ends only when nobody holds it any more: a run that outlived its tick would keep it open."""
        try:
            out, err = process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            self.checks.check(False, "the tick's output ends after its kill", alive_after(mark, 0))
            process.stdout.close()
            process.stderr.close()
            process.wait()
            return "", ""
        return self.whole_lines(out), self.whole_lines(err)

    @staticmethod
    def whole_lines(data):
        return data[:data.rfind(b"\n") + 1].decode(errors="replace")

    @staticmethod
    def last_tick(home):
        try:
            return (home.state / "last-tick").read_bytes()
        except FileNotFoundError:
            return None

    @staticmethod
    def classify(before, after, last_tick_moved):
        if last_tick_moved:
            return AFTER
        if after.tip == before.tip:
            return BEFORE
        if not after.open_leases():
            return RECEIPT
        return BODY if after.unnamed_bodies() - before.unnamed_bodies() else RUN

    # Looking.

    def look(self, home, killed, where):
        """What has to hold at once, with no step of hz in between."""
        self.printed += check_printed(self.checks, killed.ledger, killed.out, killed.err, where)
        audit = home.audit()
        self.checks.check(audit.code == 0, f"{where}: the audit finds nothing right after the kill", audit)

    def finish(self, home, killed, where):
        """The next whole tick, and what it has to have made of the lost runs."""
        left = killed[-1].ledger if killed else home.ledger()
        expected = {lease.job: left.losses(lease.job) + 1 for lease in left.open_leases()}
        tick = home.tick()
        now = home.ledger()
        self.checks.check(tick.code in (0, 1), f"{where}: the next tick ends with 0 or 1", tick)
        self.printed += check_printed(self.checks, now, tick.out, tick.err, where)
        audit = home.audit()
        self.checks.check(audit.code == 0, f"{where}: the audit finds nothing after the next tick", audit)
        for earlier in killed:
            for lease in earlier.ledger.open_leases():
                told = [e for e in now.of_job(lease.job) if e.type == "lease.lost" and e.data["token"] == lease.token]
                self.checks.check(len(told) == 1, f"{where}: lease {lease.token} of {lease.job} is told as lost, once", tick)
        for lease in left.open_leases():
            self.look_at_lost(home, now, lease, expected[lease.job], where)
        self.checks.check(not now.open_leases(), f"{where}: no lease is open after a whole tick", tick)
        for job in now.jobs():
            slots = home.hz("system", "daemon", "slots", job)
            self.checks.check(slots.code == 0, f"{where}: the slots of {job} have no gap", slots)
        for earlier in killed:
            living = alive_after(earlier.mark, earlier.at)
            self.checks.check(not living, f"{where}: nothing is alive five seconds after the kill", living)

    def look_at_lost(self, home, now, lease, losses, where):
        """A slot is begun again while the losses are at most retries + 1; then it has failed, and says why."""
        text = (home.path / "config/contracts" / (lease.job.split(":")[1] + ".md")).read_text(encoding="utf-8")
        too_many = losses > (1 if "retries: 1" in text else 0) + 1
        receipts = {e.data["slot"]: e.data for e in now.receipts(lease.job) if e.seq > lease.token}
        for slot in lease.slots:
            found = receipts.get(slot)
            if too_many:
                self.failed_slots += 1
                self.checks.check(found and found["disposition"] == "failed" and found["error"] == f"lost {losses} times"
                                  and found["token"] == lease.token, f"{where}: {slot} failed after {losses} losses", found)
            else:
                self.again += 1
                self.checks.check(found and found["disposition"] == "rendered" and found["token"] > lease.token,
                                  f"{where}: {slot} was begun again", found)

    # The whole trial.

    def wanted(self, how):
        """The phase that lacks most, by whoever is to hit it; now and then no phase at all."""
        if self.random.random() < 0.12:
            return "random"
        return min(PHASES, key=lambda phase: (self.hits[how][phase], self.random.random()))

    def total(self, phase):
        return sum(hits[phase] for hits in self.hits.values())

    def made(self):
        return sum(sum(hits.values()) for hits in self.hits.values())

    def enough(self):
        return self.made() >= self.kills and all(self.total(phase) >= HITS_EACH for phase in PHASES)

    def note(self, how, killed, home, where):
        self.hits[how][killed.phase] += 1
        self.look(home, killed, where)

    def round(self, how):
        where = f"try {self.tries + 1}, {how}"
        if how == "by hand":
            home, arguments = self.lived_in_home(), ("--job", self.random.choice(("hourly", "rare")))
            self.moves = 2
        else:
            home, arguments = self.scheduled_home(), ()
        first = self.kill_tick(home, self.wanted(how), arguments, how)
        killed = [first] if first else []
        if first:
            self.note(how, first, home, f"{where}, {first.phase}")
            # The tick that mends is killed as well, until it may not begin again.
            for _ in range(self.random.choice((0, 0, 1, 2)) if how == "scheduled" else 0):
                again = self.kill_tick(home, self.random.choice((RUN, RUN, BODY, RECEIPT, BEFORE)), (), how)
                if again is None:
                    break
                killed.append(again)
                self.note("in recovery", again, home, f"{where}, in recovery, {again.phase}")
            self.finish(home, killed, f"{where}, {killed[-1].phase}")
        if how == "scheduled" and not self.keep:
            home.remove()

    def run(self):
        while not self.enough() and self.tries < max(TRIES_MIN, self.kills * TRIES_PER_KILL):
            self.round("by hand" if self.hits["by hand"].total() < self.kills // 2 else "scheduled")
        if self.long_lived:
            self.finish(self.long_lived, [], "last tick of the long-lived home")
        self.report()
        return self.checks.end(f"{self.made()} kills")

    def report(self):
        print(f"{'phase':<20}{'hits':>6}" + "".join(f"{how:>13}" for how in self.hits))
        for phase in (*PHASES, AFTER):
            print(f"{phase + ':':<20}{self.total(phase):>6}" + "".join(f"{hits[phase]:>13}" for hits in self.hits.values()))
        print(f"{self.made()} kills in {self.tries} tries, {self.homes} homes; {self.printed} printed ids looked up; "
              f"lost slots: {self.again} begun again, {self.failed_slots} failed")
        self.checks.check(self.made() >= self.kills, f"{self.kills} kills were made")
        for phase in PHASES:
            self.checks.check(self.total(phase) >= HITS_EACH, f"'{phase}' was hit {HITS_EACH} times", self.total(phase))
            self.checks.check(self.total(phase) > self.hits["by hand"][phase], f"'{phase}' was hit in a scheduled run")


def main():
    arguments = argparse.ArgumentParser(description="SIGKILL at every phase of a tick")
    arguments.add_argument("hz", help="the program")
    arguments.add_argument("--kills", type=int, default=50)
    arguments.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1_000_000))
    arguments.add_argument("--keep", action="store_true", help="leave the homes where they are")
    given = arguments.parse_args()
    print(f"seed {given.seed}", flush=True)
    folder = tempfile.mkdtemp(prefix="hz-kill-")
    trial = Trial(os.path.abspath(given.hz), folder, given.kills, given.seed, given.keep)
    try:
        code = trial.run()
    finally:
        if given.keep:
            print(f"kept: {folder}")
        else:
            shutil.rmtree(folder, ignore_errors=True)
    return code


if __name__ == "__main__":
    sys.exit(main())
