#!/usr/bin/env python3
"""Runs that misbehave, started by real contracts: what their receipts say, and that nothing of them is left alive.

usage: contained_runs.py HZ [--sanitized] [--only NAME]

Each run is tried twice: once to its end or its timeout, once with hz killed by SIGKILL while it runs. Everything that it
starts carries one HOME, by which /proc is looked through. --sanitized: the program's own memory is not judged.
"""

import argparse
import json
import os
import re
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

from home import DEADLINE, Home, alive, alive_after, check_printed, side_by_side, wait_for_end

MEMORY_MAX_KB = 200 * 1024
KEPT_BYTES = 1_000_000

TRAP = "trap '' TERM HUP INT QUIT\n"
BUSY = "while :; do :; done\n"
PAUSE = "while :; do sleep 1; done\n"


class Case:
    """A script, and what its receipt has to say: a disposition, an error, or what a draft looks like."""

    def __init__(self, name, script, disposition="failed", error="timed out after 2s", draft=None, timeout="2s"):
        self.name, self.script, self.disposition, self.error = name, script, disposition, error
        self.draft, self.timeout = draft, timeout


CASES = [
    # First, because hz gives a keeper that is silent half a minute.
    Case("stops its keeper", "kill -STOP $PPID\n" + PAUSE, error=None),
    Case("loops", BUSY),
    Case("forks", "for i in 1 2 3 4 5 6 7 8; do (" + PAUSE.strip() + ") & done\n" + PAUSE),
    Case("forks without end", "f() { (f) & (f) & sleep 0.2; }\n( i=0; while [ $i -lt 60 ]; do (sleep 60) & i=$((i+1)); done; wait ) &\nwait\n"),
    Case("double-forks with setsid", "setsid sh -c 'setsid sh -c \"sleep 61 & sleep 62\" & exit 0' &\n" + PAUSE),
    Case("ignores TERM", TRAP + "(" + TRAP + PAUSE.strip() + ") &\n" + PAUSE),
    Case("ignores TERM in a session of its own", TRAP + "setsid sh -c \"trap '' TERM; while :; do sleep 1; done\" &\n" + PAUSE),
    Case("leaves a daemon that holds its output open", "setsid sh -c 'sleep 63' &\necho '# Done'\n",
         disposition="rendered", error=None, draft=lambda text, cut: text == "# Done\n" and cut == 0, timeout="20s"),
    Case("leaves a daemon that ignores TERM", "setsid sh -c \"trap '' TERM; sleep 64\" </dev/null >/dev/null 2>&1 &\necho ok\n",
         disposition="rendered", error=None, draft=lambda text, cut: text == "ok\n", timeout="20s"),
    Case("prints 100 MB", "head -c 100000000 /dev/zero | tr '\\0' 'x'\n",
         disposition="rendered", error=None,
         draft=lambda text, cut: text == "x" * KEPT_BYTES and cut == 100_000_000 - KEPT_BYTES, timeout="60s"),
    Case("prints 100 MB of errors", "head -c 100000000 /dev/zero | tr '\\0' 'e' >&2\nexit 3\n",
         error="exit code 3", timeout="60s"),
    Case("prints without end", "exec yes 'and so on'\n"),
    Case("writes invalid UTF-8", "printf 'a\\377b\\300\\257c\\355\\240\\200\\n'\n", disposition="rendered", error=None,
         draft=lambda text, cut: text.startswith("a\ufffdb\ufffd") and text.endswith("\n") and "c" in text, timeout="20s"),
    Case("kills its keeper", "kill -9 $PPID\n" + PAUSE, error="its keeper was killed", timeout="20s"),
    Case("kills itself", "kill -9 $$\n", error="killed by signal 9", timeout="20s"),
    Case("closes its input and output and goes on", "exec <&- >&- 2>&-\n" + PAUSE),
]


def memory_peak_kb(pid):
    try:
        found = re.search(r"VmHWM:\s+(\d+)", Path("/proc", str(pid), "status").read_text(encoding="ascii"))
        return int(found[1]) if found else 0
    except OSError:
        return 0


class Trial:
    """One case, in a folder of its own."""

    def __init__(self, hz, folder, sanitized, checks):
        self.hz, self.folder, self.sanitized, self.checks = hz, Path(folder), sanitized, checks
        self.homes = 0

    def home_for(self, case):
        self.homes += 1
        home = Home(self.hz, self.folder / f"home-{self.homes}")
        home.contract("trial", case.script, timeout=case.timeout)
        return home

    def start(self, home, mark):
        return home.start("system", "daemon", "tick", "--job", "trial", mark=mark)

    # To its end.

    def to_its_end(self, case):
        home, mark = self.home_for(case), f"{self.folder}/end-{self.homes}"
        process = self.start(home, mark)
        peak, ends = 0, time.monotonic() + DEADLINE
        while process.poll() is None and time.monotonic() < ends:
            peak = max(peak, memory_peak_kb(process.pid))
            wait_for_end(process.pid, 0.02)
        ended_at = time.monotonic()
        if not self.checks.check(process.poll() is not None, f"{case.name}: the tick ends", alive(mark)):
            process.kill()
        out, err = (text.decode(errors="replace") for text in process.communicate())
        living = alive_after(mark, ended_at, seconds=0.0)
        self.checks.check(not living, f"{case.name}: nothing is alive when the tick has ended", living)
        if self.sanitized:
            self.checks.skip(f"{case.name}: memory", "a sanitizer keeps memory of its own")
        else:
            self.checks.check(0 < peak < MEMORY_MAX_KB, f"{case.name}: hz takes less than {MEMORY_MAX_KB} kB", f"{peak} kB")
        self.judge(case, home, process.returncode, out, err)
        self.audit(case, home)

    def judge(self, case, home, code, out, err):
        well = case.disposition != "failed"
        self.checks.check(code == (0 if well else 1), f"{case.name}: the tick's exit code", f"exit {code}\n{out}{err}")
        ledger = home.ledger()
        check_printed(self.checks, ledger, out, err, case.name)
        receipts = ledger.receipts("contract:trial")
        if not self.checks.check(len(receipts) == 1, f"{case.name}: there is one receipt", f"{len(receipts)}\n{out}{err}"):
            return
        data = receipts[0].data
        self.checks.check(data["disposition"] == case.disposition, f"{case.name}: it is {case.disposition}", data)
        if case.error:
            self.checks.check(data.get("error") == case.error, f"{case.name}: it says \"{case.error}\"", data)
        if case.draft:
            shown = home.hz("--json", "draft", "show", receipts[0].id[:12])
            text = self.draft_text(home, data["draft"]["sha256"])
            cut = data["draft"].get("cut", 0)
            self.checks.check(case.draft(text, cut), f"{case.name}: its draft", f"{len(text)} characters, {cut} cut: {text[:80]!r}")
            self.checks.check(shown.code == 0, f"{case.name}: the draft is shown", shown.err[-500:])

    @staticmethod
    def draft_text(home, digest):
        ref = home.git("for-each-ref", "--format=%(refname)", "refs/heads/hz/body").split()[0]
        body = home.git("cat-file", "blob", f"{ref}:{digest[:2]}/{digest}.json", raw=True)
        return json.loads(body)["text"]

    def audit(self, case, home):
        audit = home.audit()
        self.checks.check(audit.code == 0, f"{case.name}: the audit finds nothing", audit)

    # With hz killed in mid-run.

    def killed_in_mid_run(self, case):
        home, mark = self.home_for(case), f"{self.folder}/kill-{self.homes}"
        process = self.start(home, mark)
        self.wait_for_run(process, mark)
        killed_at = time.monotonic()
        if process.poll() is None:
            os.kill(process.pid, signal.SIGKILL)
        process.communicate()
        living = alive_after(mark, killed_at)
        self.checks.check(not living, f"{case.name}: nothing is alive five seconds after hz was killed", living)
        self.audit(case, home)
        tick = home.tick()
        self.checks.check(tick.code == 0, f"{case.name}: the next tick works", tick)
        ledger = home.ledger()
        self.checks.check(not ledger.open_leases(), f"{case.name}: its lease has ended", tick)
        self.audit(case, home)

    @staticmethod
    def wait_for_run(process, mark):
        """Until hz, its keeper and the run carry the mark, and the run has forked what it wants to fork: several looks see
        no more of it. Some runs are short, then hz has ended."""
        most, looks = 0, 0
        while process.poll() is None and looks < 8:
            count = len(alive(mark))
            looks = looks + 1 if 3 <= count <= most else 0
            most = max(most, count)

    def run(self, case):
        try:
            self.to_its_end(case)
            self.killed_in_mid_run(case)
        finally:
            self.clean()

    def clean(self):
        """A run that was not contained must not outlive its test."""
        for mark in (f"{self.folder}/{how}-{home}" for how in ("end", "kill") for home in range(1, self.homes + 1)):
            for pid in alive(mark):
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass  # it has just ended


def main():
    arguments = argparse.ArgumentParser(description="runs that misbehave")
    arguments.add_argument("hz", help="the program")
    arguments.add_argument("--sanitized", action="store_true", help="a sanitizer is built in: do not judge memory")
    arguments.add_argument("--only", help="the case whose name begins so")
    given = arguments.parse_args()
    chosen = [case for case in CASES if not given.only or case.name.startswith(given.only)]
    folder = tempfile.mkdtemp(prefix="hz-contained-")

    def trial(number, case):
        place = Path(folder, str(number))
        return case.name, lambda checks: Trial(os.path.abspath(given.hz), place, given.sanitized, checks).run(case)

    try:
        checks = side_by_side([trial(number, case) for number, case in enumerate(chosen)])
        return checks.end(f"{len(chosen)} runs that misbehave")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
