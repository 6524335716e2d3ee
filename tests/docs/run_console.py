#!/usr/bin/env python3
"""Executes the ```console blocks of pages, in order, against a fresh home and with a clock that stands still.

    run_console.py HZ-PINNED PAGE…

A line that begins with "$ " is a command, run by bash; the lines after it are what it prints, compared byte by
byte. In them "…" stands for anything, and a line that is only "…" for any number of lines. A comment behind a command
("   # …") is left out. "(exit code N)" as the last line of a command's output expects that exit code instead of 0.

Every page begins with an empty HZ_HOME, at 2026-11-30T08:00Z. `at TIME` moves the clock on; ids, times and sizes are the same on
every machine. `hz` is on the PATH, and LEDGER names the ledger once there is one. The page's folder is shown as /home/ada.
A block that begins with "$ ./dev" is for the reader, not for us.

HZ_REWRITE_GOLDEN=1 writes what the commands print into the page, except where "…" matches it: read the diff.
"""

import fcntl
import os
import re
import shutil
import subprocess
import sys

START = "2026-11-30T08:00Z"


class Command:
    def __init__(self, line, text):
        self.line, self.text, self.expected = line, text, []
        self.first = line + 1  # of its output, as an index into the page's lines

    @property
    def for_the_reader(self):
        return self.text.startswith("./dev")


def commands_of(lines):
    found, inside = [], False
    for number, line in enumerate(lines):
        if line.startswith("```"):
            inside = line.strip() == "```console" and not inside
        elif inside and line.startswith("$ "):
            found.append(Command(number, re.sub(r"\s{2,}# .*$", "", line[2:])))
        elif inside and found:
            found[-1].expected.append(line)
    return found


def line_matches(expected, actual):
    return re.fullmatch(".*".join(re.escape(part) for part in expected.split("…")), actual) is not None


def matches(expected, actual):
    """Whether lines match, a lone "…" standing for any number of them."""
    if not expected:
        return not actual
    if expected[0] == "…":
        return any(matches(expected[1:], actual[skip:]) for skip in range(len(actual) + 1))
    return bool(actual) and line_matches(expected[0], actual[0]) and matches(expected[1:], actual[1:])


def without_end(lines):
    """Blank lines at the end stand between commands, not in their output."""
    lines = list(lines)
    while lines and not lines[-1].strip():
        lines.pop()
    return lines


def open_lock(path):
    """For reading, which is enough for a lock: the file may be another account's."""
    try:
        return os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        return os.open(path, os.O_RDONLY | os.O_CREAT, 0o644)


class Home:
    """A folder of a fixed name, since sources are known by their absolute paths; one test at a time has it."""

    def __init__(self, hz):
        self.folder = "/tmp/hz-docs"
        self.shown = "/home/ada"
        self.lock = open_lock(self.folder + ".lock")
        fcntl.flock(self.lock, fcntl.LOCK_EX)
        shutil.rmtree(self.folder, ignore_errors=True)
        if os.path.exists(self.folder):
            sys.exit(f"{self.folder} is in the way and not ours to remove: an interrupted test of another account left it")
        # TZ data of one name for every machine: the rules of this zone have been the same for decades.
        os.makedirs(self.folder + "/zoneinfo/Europe")
        os.makedirs(self.folder + "/hz/state", mode=0o700)
        shutil.copy("/usr/share/zoneinfo/Europe/Berlin", self.folder + "/zoneinfo/Europe/Berlin")
        open(self.folder + "/zoneinfo/+VERSION", "w").write("2026a\n")
        os.mkdir(self.folder + "/bin")
        os.symlink(os.path.abspath(hz), self.folder + "/bin/hz")
        open(self.folder + "/bin/at", "w").write('#!/bin/sh\nprintf %s "$1" > "$HZ_HOME/state/pinned-now"\n')
        os.chmod(self.folder + "/bin/at", 0o755)
        self.environment = {"PATH": self.folder + "/bin:/usr/bin:/bin", "HOME": self.folder, "HZ_HOME": self.folder + "/hz",
                            "TZ": "Europe/Berlin", "TZDIR": self.folder + "/zoneinfo", "LANG": "C.UTF-8", "LC_ALL": "C.UTF-8",
                            "NO_COLOR": "1", "LEDGER": self.folder + "/hz/data/me.git", "HZ_PERSON": "ada",
                            "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_SYSTEM": "/dev/null", "GIT_PAGER": "cat"}
        self.at = self.folder
        self.run("at " + START)

    def run(self, command):
        """(exit code, lines). What a command exports and where it goes is kept for the ones after it."""
        script = f"{command}\ncode=$?\nenv -0 > {self.folder}/environment\nexit $code"
        ended = subprocess.run(["bash", "-c", script], cwd=self.at, env=self.environment, stdin=subprocess.DEVNULL,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        kept = dict(entry.split("=", 1) for entry in open(self.folder + "/environment", encoding="utf-8").read().split("\0") if "=" in entry)
        self.at = kept.pop("PWD", self.at)
        self.environment.update((name, value) for name, value in kept.items() if name not in ("_", "SHLVL", "OLDPWD"))
        text = ended.stdout.decode("utf-8", "replace").replace(self.folder, self.shown)
        return ended.returncode, without_end(text.split("\n"))

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)
        os.close(self.lock)


def run_page(hz, page, rewrite):
    with open(page, encoding="utf-8") as file:
        lines = file.read().split("\n")
    passed = failed = 0
    changes = []
    home = Home(hz)
    for command in commands_of(lines):
        if command.for_the_reader:
            continue
        code, actual = home.run(command.text)
        if code:
            actual.append(f"(exit code {code})")
        expected = without_end(command.expected)
        if matches(expected, actual):
            passed += 1
        elif rewrite:
            changes.append((command.first, command.first + len(expected), actual))
        else:
            failed += 1
            print(f"{page}:{command.line + 1}: $ {command.text}")
            print("  expected:", *expected, sep="\n    ")
            print("  actual:", *actual, sep="\n    ")
    home.remove()
    for first, end, actual in reversed(changes):
        lines[first:end] = actual
    if changes:
        with open(page, "w", encoding="utf-8") as file:
            file.write("\n".join(lines))
        print(f"{page}: {len(changes)} outputs rewritten")
    return passed + len(changes), failed


def main():
    hz, pages = sys.argv[1], sys.argv[2:]
    rewrite = os.environ.get("HZ_REWRITE_GOLDEN") == "1"
    results = [run_page(hz, page, rewrite) for page in pages]
    passed, failed = (sum(column) for column in zip(*results))
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not passed else 0


sys.exit(main())
