#!/usr/bin/env python3
"""Runs one fuzzer, or all of them one after the other, for a while.

usage: run.py [NAME] [--seconds N] [--programs FOLDER]

A fuzzer starts from its corpus under fixtures/fuzz, where each finding that was mended has its input, and from what earlier
runs found on this machine (build/fuzz/corpus). What breaks it is kept in build/fuzz/findings, and the exit code is 1.
"""

import argparse
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CORPUS = ROOT / "fixtures/fuzz"

# Bytes of an input. Where nothing is said, 4096: small inputs are many, and what is quadratic shows all the same.
LONGEST = {"cron": 200, "time": 100, "names": 400, "pack": 16384, "feed": 8192}


def arguments_of(name, seconds, seed, programs):
    found, findings = programs / "corpus" / name, programs / "findings"
    found.mkdir(parents=True, exist_ok=True)
    findings.mkdir(exist_ok=True)
    return [str(programs / f"fuzz-{name}"), f"-max_total_time={seconds}", f"-seed={seed}", f"-max_len={LONGEST.get(name, 4096)}", "-timeout=10",
            "-rss_limit_mb=1024", f"-artifact_prefix={findings}/{name}-", "-print_final_stats=1", "-verbosity=1", str(found),
            str(CORPUS / name)]


def units_in(text):
    """libFuzzer's own count of the inputs that were run; None for a program that only replays."""
    for line in text.splitlines():
        if line.startswith("stat::number_of_executed_units:"):
            return int(line.split()[1])
    return None


def run(name, seconds, seed, programs):
    program = programs / f"fuzz-{name}"
    if not program.exists():
        print(f"skipped: fuzz/{name}: not built; ./dev build fuzz")
        return True
    environment = {**os.environ, "ASAN_OPTIONS": "detect_leaks=1:strict_string_checks=1", "UBSAN_OPTIONS": "print_stacktrace=1"}
    ended = subprocess.run(arguments_of(name, seconds, seed, programs), env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                           check=False)
    text = (ended.stdout + ended.stderr).decode(errors="replace")
    units = units_in(text)
    if ended.returncode != 0:
        print(text[-6000:])
        print(f"FAILED: fuzz/{name}: exit {ended.returncode}; its input is in {programs / 'findings'}", flush=True)
        return False
    if units is None:
        print(f"skipped: fuzz/{name}: built without libFuzzer, so its corpus was replayed and no more")
    else:
        print(f"fuzz/{name}: {units} inputs in {seconds} s, no finding", flush=True)
    return True


def main():
    arguments = argparse.ArgumentParser(description="run fuzzers")
    arguments.add_argument("name", nargs="?", help="one alone; else all, one after the other")
    arguments.add_argument("--seconds", type=int, default=300)
    arguments.add_argument("--seed", type=int, default=0, help="0 draws one; any other begins the same each time")
    arguments.add_argument("--programs", type=Path, default=ROOT / "build/fuzz")
    given = arguments.parse_args()
    names = [given.name] if given.name else sorted(path.name for path in CORPUS.iterdir())
    if not all((CORPUS / name).is_dir() for name in names):
        print(f"there is no fuzzer {given.name}; there are {', '.join(sorted(path.name for path in CORPUS.iterdir()))}",
              file=sys.stderr)
        return 2
    return 0 if all([run(name, given.seconds, given.seed, given.programs) for name in names]) else 1


if __name__ == "__main__":
    sys.exit(main())
