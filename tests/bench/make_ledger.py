#!/usr/bin/env python3
"""Makes a home of hz whose ledger has many events, by `git fast-import`: a million in a few minutes.

usage: make_ledger.py FOLDER EVENTS

FOLDER becomes an HZ_HOME on which every command works. The ledger is one pack without deltas, as hz leaves it when it has
consolidated its packs, and `hz audit verify` finds no fault in it. story.py says what it tells.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import story

CONFIG = """[core]
\trepositoryformatversion = 0
\tfilemode = true
\tbare = true
\tlogAllRefUpdates = false
\tsharedRepository = 0600
[gc]
\tauto = 0
[hz]
\tledger = 1
"""
GIT_ENVIRONMENT = {"PATH": os.environ["PATH"], "HOME": "/nonexistent", "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C"}


def git(repository, *arguments, **options):
    return subprocess.run(["git", "-C", str(repository), *arguments], env=GIT_ENVIRONMENT, check=True, **options)


def tzdata_version():
    """As hz finds it: otherwise its first tick would say that the schedules changed."""
    try:
        with open("/usr/share/zoneinfo/tzdata.zi", encoding="utf-8") as file:
            found = re.match(r"# version (\S+)", file.readline())
    except OSError:
        found = None
    return found[1] if found else "unknown"


def lay_out(repository):
    for folder in ("objects/info", "objects/pack", "refs/heads", "refs/tags"):
        (repository / folder).mkdir(parents=True)
    (repository / "HEAD").write_text(f"ref: {story.LANE}\n")
    (repository / "config").write_text(CONFIG)
    (repository / "hz.lock").write_text("")


def write_commits(out, commits):
    """The language of git fast-import. Lines of a branch follow each other without being told."""
    author = f"{story.PERSON} <{story.MACHINE}@hz.invalid>"
    for commit in commits:
        message = commit.message.encode()
        out.write(f"commit {commit.ref}\nauthor {author} {commit.seconds} +0000\ncommitter {author} {commit.seconds} +0000\n"
                  f"data {len(message)}\n".encode() + message)
        for path, data in commit.files:
            out.write(f"M 100644 inline {path}\ndata {len(data)}\n".encode() + data + b"\n")
        out.write(b"\n")
    out.write(b"done\n")


def write_ledger(repository, jobs, events):
    lay_out(repository)
    # Below unpackLimit objects it would leave loose files instead of a pack.
    importing = subprocess.Popen(["git", "-C", str(repository), "-c", "fastimport.unpackLimit=0", "fast-import", "--depth=0",
                                  "--quiet", "--done"], env=GIT_ENVIRONMENT, stdin=subprocess.PIPE)
    with importing.stdin:
        write_commits(importing.stdin, story.story(jobs, events, tzdata_version()))
    if importing.wait() != 0:
        sys.exit("git fast-import failed")
    return git(repository, "rev-parse", story.LANE, capture_output=True, text=True).stdout.strip()


def write_state(home, jobs, tip, events):
    state, contracts = home / "state", home / "config" / "contracts"
    (state / "skips").mkdir(parents=True)
    contracts.mkdir(parents=True)
    now = story.instant(story.END, 104)
    (state / "machine.json").write_text(f'{{"machine":"{story.MACHINE}","made":"{now}","v":1}}\n')
    (state / "witness.json").write_text(json.dumps({"lanes": {story.LANE: {"count": events, "tip": tip}}, "v": 1}))
    (state / "last-tick").write_text(now + "\n")
    for job in jobs:
        (contracts / f"{job.name}.md").write_text(job.last_text)
        if job.skipped:
            skips = f'{{"job":"{job.job}","ranges":[{job.skipped}],"v":1}}'
            (state / "skips" / f"{job.job.replace(':', '=3a')}.json").write_text(skips)


def make(home, events):
    """Whole or not at all: it is built beside and renamed."""
    building = home.with_name(home.name + ".building")
    shutil.rmtree(building, ignore_errors=True)
    mask = os.umask(0o077)
    try:
        jobs = [story.Job(number) for number in range(story.JOBS)]
        tip = write_ledger(building / "data" / "me.git", jobs, events)
        write_state(building, jobs, tip, events)
    finally:
        os.umask(mask)
    os.sync()  # a gigabyte that is still on its way to the disk would be measured along
    building.rename(home)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__.split("\n\n")[1])
    make(Path(sys.argv[1]), int(sys.argv[2]))
