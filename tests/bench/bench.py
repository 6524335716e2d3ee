#!/usr/bin/env python3
"""How long the commands of every day take, as a person or a timer meets them: whole processes on a real disk.

usage: bench.py HZ [--jobs N] [--rounds N]

Each number is the median of its rounds, next to the fastest and the slowest. Nothing is asserted: machines differ, so
compare two binaries on one machine, never two machines.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

CONTRACT = """---
name: {name}
hz:
  schedule: "* * * * *"
  inputs:
    - {{name: notes, kind: file, path: {name}.txt}}
  runner: outline
---
What changed in the notes.
"""


class Bench:
    def __init__(self, hz, home, rounds):
        self.hz, self.rounds = hz, rounds
        self.environment = {"HZ_HOME": str(home), "HZ_PERSON": "ada", "PATH": os.environ["PATH"], "TZ": "UTC"}

    def seconds(self, *arguments):
        begin = time.perf_counter()
        done = subprocess.run([self.hz, *arguments], env=self.environment, capture_output=True, text=True)
        spent = time.perf_counter() - begin
        if done.returncode != 0:
            sys.exit(f"`hz {' '.join(arguments)}` exited {done.returncode}:\n{done.stdout}{done.stderr}")
        return spent

    def report(self, what, spent):
        milliseconds = sorted(1000 * second for second in spent)
        print(f"{what:<44} {statistics.median(milliseconds):9.1f} ms   "
              f"{milliseconds[0]:.1f} to {milliseconds[-1]:.1f}, {len(milliseconds)} rounds")

    def measure(self, what, *arguments):
        self.report(what, [self.seconds(*arguments) for _ in range(self.rounds)])


def write_contracts(home, jobs):
    contracts = home / "config" / "contracts"
    contracts.mkdir(parents=True)
    for number in range(jobs):
        name = f"notes-{number:04}"
        (contracts / f"{name}.md").write_text(CONTRACT.format(name=name), encoding="utf-8")
        (contracts / f"{name}.txt").write_text(f"Note {number}\n", encoding="utf-8")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    arguments.add_argument("hz")
    arguments.add_argument("--jobs", type=int, default=50)
    arguments.add_argument("--rounds", type=int, default=11)
    given = arguments.parse_args()

    home = Path(tempfile.mkdtemp(prefix="hz-bench-"))
    try:
        bench = Bench(os.path.abspath(given.hz), home, given.rounds)
        bench.measure("start: --help", "--help")
        write_contracts(home, given.jobs)
        bench.report(f"tick: {given.jobs} jobs render for the first time", [bench.seconds("system", "daemon", "tick")])
        bench.measure(f"tick: {given.jobs} jobs, no input changed", "system", "daemon", "tick")
        bench.measure("status", "system", "daemon", "status")
        bench.measure("audit verify: the ledger of that tick", "audit", "verify")
    finally:
        shutil.rmtree(home)
    return 0


if __name__ == "__main__":
    sys.exit(main())
