#!/usr/bin/env python3
"""What hz costs beside what it is to be compared with: a table, and the same as JSON.

usage: bench.py BUILD [--folder FOLDER]

BUILD is a folder with hz and hz-bench. Each row is a ratio: the median of pairs that were taken one after the other, so
that it says the same on a slow machine as on a fast one. docs/bench.md says what each row means. The ledgers are made
once, in FOLDER (build/bench), and kept. BENCH_EVENTS=n is a quick run on a ledger of n events: it shows that everything
can be measured, and judges nothing.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from pathlib import Path

import make_ledger
import story

FULL = 1_000_000
PYTHON = "/usr/bin/python3"

# name: better, bound, what is aimed at, what it is compared with
ROWS = {
    "append.tick10_vs_jsonl_fsync":
        ("lower", 18, 10, "the same ten events as lines of one file: one write, one fsync"),
    "append.tick10_vs_loose_objects":
        ("lower", 0.6, None, "the same objects and ref, each object a file that libgit2 syncs; no index on either side"),
    "append.tick10_vs_git_add_commit_100k":
        ("lower", 0.05, None, "ten files, `git add` and `git commit`, in a work tree of 100,000 files, core.fsync=all"),
    "append.growth_1m_vs_1k":
        ("lower", 1.2, None, "the same append on a ledger of 1,000 events"),
    "verify.vs_inflate_only_1core":
        ("higher", 0.85, 0.95, "every entry of the same packs inflated by libdeflate, nothing else"),
    "verify.vs_libgit2_tree_walk_1m_1core":
        ("higher", 2.5, None, "what the first version of hz did: libgit2 walks the tree with strict hashes, SHA-256 of each "
                              "file, each event read by the full event reader; no chains, no history"),
    "verify.speedup_2cores":
        ("higher", 1.6, None, "the same audit by one thread"),
    "index.one_commit_1m_vs_1k":
        ("lower", 1.5, None, "one commit of ten events read into the index of a ledger of 1,000 events"),
    "status.process_vs_git_rev_parse":
        ("lower", 8, 3, "`git rev-parse HEAD` in the same ledger, start to exit"),
    "tick.idle_process_vs_python_start_1k":
        ("lower", 1.0, 0.5, "`/usr/bin/python3 -c pass`, start to exit"),
    "tick.idle_process_vs_python_start_1m":
        ("lower", 1.0, 0.5, "`/usr/bin/python3 -c pass`, start to exit"),
    "tick.idle_rss_mib_1m":
        ("lower", 30, None, "none: MiB, the most memory that an idle tick has at once"),
    "ledger.bytes_per_event_repacked":
        ("lower", 1200, None, "none: bytes of packs and their indices, bodies included, by event; blobs whole, no deltas"),
}


def say(text):
    print(text, file=sys.stderr, flush=True)


class Tree:
    """The folder in which ledgers are kept, and copies of them that are written to."""

    def __init__(self, folder, hz, events):
        self.folder, self.hz, self.kept = folder, hz, folder / f"v{story.FORMAT}"
        self.scratch = folder / "scratch"
        self.sizes = {"small": 1000, "middle": max(events // 10, 1000), "large": events}

    def home(self, size):
        return self.kept / str(self.sizes[size])

    def environment(self, home):
        return {"PATH": os.environ["PATH"], "HOME": str(self.folder), "TZ": "UTC", "LANG": "C.UTF-8", "HZ_HOME": str(home),
                "HZ_PERSON": story.PERSON, "GIT_CONFIG_NOSYSTEM": "1"}

    def run(self, home, *command):
        done = subprocess.run([str(word) for word in command], env=self.environment(home), capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"`{' '.join(map(str, command))}` ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        return done.stdout

    def prepare(self):
        self.kept.mkdir(parents=True, exist_ok=True)
        for size, events in self.sizes.items():
            home = self.home(size)
            if not home.exists():
                say(f"Making a ledger of {events} events: {home}")
                make_ledger.make(home, events)
        for size in self.sizes:  # the first tick makes the index; the second must have nothing to do
            say(f"A tick on the ledger of {self.sizes[size]} events")
            self.tick(self.home(size))
        if not self.work_tree().exists():
            say(f"Checking out {self.sizes['middle']} files: {self.work_tree()}")
            self.make_work_tree()

    def tick(self, home):
        """An idle one, or what is measured is not what it says."""
        before = self.tip(home)
        self.run(home, self.hz, "system", "daemon", "tick")
        if self.tip(home) != before:
            sys.exit(f"The tick on {home} was not idle: its ledger moved. Remove that folder and begin again.")

    def tip(self, home):
        return self.run(home, "git", "-C", home / "data" / "me.git", "rev-parse", "HEAD").strip()

    def work_tree(self):
        return self.kept / f"tree-{self.sizes['middle']}"

    def make_work_tree(self):
        building = self.work_tree().with_name("tree.building")
        shutil.rmtree(building, ignore_errors=True)

        def git(*arguments):
            self.run(building, "git", *arguments)

        git("init", "--quiet", building)
        for name, value in {"core.fsync": "all", "gc.auto": "0", "fetch.unpackLimit": "1", "commit.gpgSign": "false",
                            "user.name": "ada", "user.email": "ada@example.org"}.items():
            git("-C", building, "config", name, value)
        git("-C", building, "fetch", "--quiet", self.home("middle") / "data" / "me.git", story.LANE)
        git("-C", building, "reset", "--quiet", "--hard", "FETCH_HEAD")
        git("-C", building, "tag", "as-made")
        os.sync()
        building.rename(self.work_tree())

    def copy(self, size):
        """A home that may be written to. Packs are linked: nobody ever changes one."""
        def one_file(source, to):
            return (os.link if "/objects/pack/" in source else shutil.copy2)(source, to)

        return shutil.copytree(self.home(size), self.scratch / size, copy_function=one_file)


class Bench:
    def __init__(self, tree, build, quick):
        self.tree, self.program, self.quick = tree, build / "hz-bench", quick
        self.rows = []

    def measure(self, home, *words):
        return json.loads(self.tree.run(home, self.program, *words))

    def row(self, name, values):
        better, bound, _, baseline = ROWS[name]
        ratio = statistics.median(values)
        quarters = statistics.quantiles(values, n=4, method="inclusive") if len(values) > 1 else [ratio, ratio, ratio]
        holds = ratio <= bound if better == "lower" else ratio >= bound
        self.rows.append({"name": name, "ratio": round(ratio, 4), "better": better, "bound": bound,
                          "ok": None if self.quick else holds, "samples": len(values),
                          "iqr": round(quarters[2] - quarters[0], 4), "baseline": baseline})
        say(f"  {name} {ratio:.3g}")

    def pairs(self, name, ours, theirs):
        """Seconds of ours by seconds of theirs, or throughput by throughput when more is better."""
        pairs = zip(ours, theirs)
        self.row(name, [b / a if ROWS[name][0] == "higher" else a / b for a, b in pairs])

    def appends(self):
        say("Appending")
        tree = self.tree
        shutil.rmtree(tree.scratch, ignore_errors=True)
        tree.run(tree.folder, "git", "-C", tree.work_tree(), "reset", "--quiet", "--hard", "as-made")
        homes = [tree.copy(size) for size in ("small", "middle", "large")]
        os.sync()
        taken = self.measure(tree.scratch, "append", *homes, tree.work_tree(), tree.scratch, 3 if self.quick else 50)
        shutil.rmtree(tree.scratch)
        self.pairs("append.tick10_vs_jsonl_fsync", taken["append_large"], taken["jsonl"])
        self.pairs("append.tick10_vs_loose_objects", taken["objects_large"], taken["loose_large"])
        self.pairs("append.tick10_vs_git_add_commit_100k", taken["append_middle"], taken["git"])
        self.pairs("append.growth_1m_vs_1k", taken["append_large"], taken["append_small"])
        self.pairs("index.one_commit_1m_vs_1k", taken["index_large"], taken["index_small"])

    def audits(self):
        say("Verifying")
        ledger = self.tree.home("large") / "data" / "me.git"
        taken = self.measure(ledger, "verify", ledger, 2 if self.quick else 7, "ours_1", "inflate_only", "ours_2")
        self.pairs("verify.vs_inflate_only_1core", taken["ours_1"], taken["inflate_only"])
        self.pairs("verify.speedup_2cores", taken["ours_2"], taken["ours_1"])
        taken = self.measure(ledger, "verify", ledger, 2 if self.quick else 3, "ours_1", "libgit2_tree_walk")
        self.pairs("verify.vs_libgit2_tree_walk_1m_1core", taken["ours_1"], taken["libgit2_tree_walk"])

    def processes(self, home, ours, theirs):
        rounds, seconds = (3, 5) if self.quick else (101, 60)
        return self.measure(home, "processes", rounds, seconds, "--", self.tree.hz, *ours, "--", *theirs)

    def starts(self):
        say("Starting")
        idle, python = ("system", "daemon", "tick"), (PYTHON, "-c", "pass")
        for size, name in (("small", "1k"), ("large", "1m")):
            home = self.tree.home(size)
            taken = self.processes(home, idle, python)
            self.pairs(f"tick.idle_process_vs_python_start_{name}", taken["ours"], taken["theirs"])
        self.row("tick.idle_rss_mib_1m", taken["ours_rss_mib"])
        self.tree.tick(home)  # a status is well only if a tick was lately
        rev_parse = ("git", "-C", home / "data" / "me.git", "rev-parse", "HEAD")
        taken = self.processes(home, ("system", "daemon", "status"), rev_parse)
        self.pairs("status.process_vs_git_rev_parse", taken["ours"], taken["theirs"])

    def size(self):
        packs = self.tree.home("large") / "data" / "me.git" / "objects" / "pack"
        self.row("ledger.bytes_per_event_repacked",
                 [sum(file.stat().st_size for file in packs.iterdir()) / self.tree.sizes["large"]])

    def table(self):
        order = list(ROWS)
        self.rows.sort(key=lambda row: order.index(row["name"]))
        print(f"{'row':<40} {'ratio':>9} {'iqr':>8} {'n':>4}  {'bound':>7} {'aim':>5}  {'':<4} beside")
        for row in self.rows:
            sign, aim = "≤" if row["better"] == "lower" else "≥", ROWS[row["name"]][2]
            verdict = {None: "", True: "ok", False: "MISS"}[row["ok"]]
            print(f"{row['name']:<40} {row['ratio']:>9.4g} {row['iqr']:>8.2g} {row['samples']:>4}  {sign}{row['bound']:>6g} "
                  f"{aim if aim is not None else '':>5}  {verdict:<4} {row['baseline']}")


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    arguments.add_argument("build", type=Path)
    arguments.add_argument("--folder", type=Path, default=Path("build/bench"))
    given = arguments.parse_args()
    quick = "BENCH_EVENTS" in os.environ
    events = int(os.environ.get("BENCH_EVENTS", FULL))
    if events < 1000 or events % 4:
        sys.exit("BENCH_EVENTS is at least 1000, and a multiple of 4.")

    build, folder = given.build.resolve(), given.folder.resolve()
    tree = Tree(folder, build / "hz", events)
    tree.prepare()
    begun = time.monotonic()
    bench = Bench(tree, build, quick)
    bench.starts()
    bench.appends()
    bench.audits()
    bench.size()
    bench.table()
    say(f"Measured in {(time.monotonic() - begun) / 60:.1f} minutes")
    (folder.parent / "bench.json").write_text(json.dumps(bench.rows, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
