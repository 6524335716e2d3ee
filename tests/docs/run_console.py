#!/usr/bin/env python3
"""Executes the ```console blocks of pages, in order, against a fresh hz home.

    run_console.py HZ PAGE…

A line that begins with "$ " is a command, run by bash in one folder; the lines after it are what it prints, compared line
by line. In them "…" stands for anything, and a line that is only "…" for any number of lines. A comment behind a command
("   # …") is left out. "(exit code N)" as the last line of a command's output expects that exit code instead of 0. Every
page begins with an empty HZ_HOME; `hz` is on the PATH, and LEDGER names the ledger once there is one. A block that begins
with "$ ./dev" is for the reader, not for us.
"""

import os
import re
import subprocess
import sys
import tempfile


def commands_of(page):
    """(line number, command, expected lines) of each command of a page."""
    found, inside = [], False
    for number, line in enumerate(open(page, encoding="utf-8").read().split("\n"), 1):
        if line.startswith("```"):
            inside = line.strip() == "```console" and not inside
        elif inside and line.startswith("$ "):
            found.append((number, re.sub(r"\s{2,}# .*$", "", line[2:]), []))
        elif inside and found:
            found[-1][2].append(line)
    return [entry for entry in found if not entry[1].startswith("./dev")]


def line_matches(expected, actual):
    return re.fullmatch(".*".join(re.escape(part) for part in expected.split("…")), actual) is not None


def matches(expected, actual):
    """Whether lines match, a lone "…" standing for any number of them."""
    if not expected:
        return not actual
    if expected[0] == "…":
        return any(matches(expected[1:], actual[skip:]) for skip in range(len(actual) + 1))
    return bool(actual) and line_matches(expected[0], actual[0]) and matches(expected[1:], actual[1:])


def run_page(hz, page):
    failed = passed = 0
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(folder + "/bin")
        os.symlink(os.path.abspath(hz), folder + "/bin/hz")
        environment = {"PATH": folder + "/bin:/usr/bin:/bin", "HOME": folder, "HZ_HOME": folder + "/hz", "TZ": "Europe/Berlin",
                       "LANG": "C.UTF-8", "NO_COLOR": "1", "LEDGER": folder + "/hz/data/me.git", "HZ_PERSON": "ada"}
        for number, command, expected in commands_of(page):
            code = 0
            end = re.fullmatch(r"\(exit code (\d+)\)", expected[-1]) if expected else None
            if end:
                code, expected = int(end.group(1)), expected[:-1]
            # What a command exports is kept for the ones after it.
            script = f"{command}\ncode=$?\nenv -0 > {folder}/environment\nexit $code"
            ended = subprocess.run(["bash", "-c", script], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            kept = open(folder + "/environment", encoding="utf-8").read().split("\0")
            environment.update(entry.split("=", 1) for entry in kept if "=" in entry and not entry.startswith(("_=", "SHLVL=", "PWD=", "OLDPWD=")))
            actual = ended.stdout.rstrip("\n").split("\n") if ended.stdout else []
            shown = [line for line in expected if line.strip()] != []
            if ended.returncode == code and (not shown or matches([line for line in expected if line.strip()], [line for line in actual if line.strip()])):
                passed += 1
                continue
            failed += 1
            print(f"{page}:{number}: $ {command}\n  exit code {ended.returncode}, expected {code}")
            print("  expected:", *expected, sep="\n    ")
            print("  actual:", *actual, sep="\n    ")
    return passed, failed


def main():
    hz, pages = sys.argv[1], sys.argv[2:]
    results = [run_page(hz, page) for page in pages]
    passed, failed = (sum(column) for column in zip(*results))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


sys.exit(main())
