#!/usr/bin/env python3
"""Every fault program at full size, two at a time, and a table of what came of it: ./dev fault.

usage: suite.py HZ [--kills N] [--cuts N] [--only NAME]
"""

import argparse
import re
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent


def programs(kills, cuts):
    """(case, program, arguments). The longest come first."""
    at_points = kills * 3 // 5
    return [("kill -9 at listed points", "kill_points.py", ["--kills", str(at_points)]),
            ("kill -9 at any moment", "kill_ticks.py", ["--kills", str(kills - at_points)]),
            ("power cut", "power_cuts.py", ["--cuts", str(cuts), "--without-fsync", "4"]),
            ("damaged state, locks, full and read-only disks", "disk_and_state.py", []),
            ("faults of the field", "field_faults.py", []),
            ("damaged ledger", "audit_damage.py", []),
            ("runs that misbehave", "contained_runs.py", [])]


class Outcome:
    def __init__(self, case, code, text, seconds):
        self.case, self.code, self.text, self.seconds = case, code, text, seconds
        self.rounds = (re.findall(r"^rounds: (.*)$", text, re.MULTILINE) or re.findall(r"^(\d+ passed)", text, re.MULTILINE) or [""])[-1]
        self.skipped = re.findall(r"^skipped: .*$", text, re.MULTILINE)

    def said(self):
        return "FAILED" if self.code else "held, some skipped" if self.skipped else "held"


def run(hz, case, program, arguments):
    begun = time.monotonic()
    ended = subprocess.run([sys.executable, "-B", str(HERE / program), hz, *arguments], stdin=subprocess.DEVNULL,
                           stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    outcome = Outcome(case, ended.returncode, ended.stdout.decode(errors="replace"), time.monotonic() - begun)
    print(f"{outcome.said():<20}{case} ({outcome.seconds:.0f} s)", file=sys.stderr, flush=True)
    return outcome


def main():
    arguments = argparse.ArgumentParser(description="the whole fault suite")
    arguments.add_argument("hz", help="the program")
    arguments.add_argument("--kills", type=int, default=520)
    arguments.add_argument("--cuts", type=int, default=24)
    arguments.add_argument("--only", default="", help="the cases whose name begins so")
    given = arguments.parse_args()
    chosen = [case for case in programs(given.kills, given.cuts) if case[0].startswith(given.only)]
    with ThreadPoolExecutor(2) as pool:
        outcomes = list(pool.map(lambda case: run(given.hz, *case), chosen))
    for outcome in outcomes:
        if outcome.code:
            print(f"--- {outcome.case}\n{outcome.text}")
    width = max(len(outcome.case) for outcome in outcomes)
    rounds = max(len(outcome.rounds) for outcome in outcomes)
    print(f"{'case':<{width}}  {'rounds':<{rounds}}  outcome")
    for outcome in outcomes:
        print(f"{outcome.case:<{width}}  {outcome.rounds:<{rounds}}  {outcome.said()}")
    for line in sorted({line for outcome in outcomes for line in outcome.skipped}):
        print(line)
    return 1 if any(outcome.code for outcome in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main())
