#!/usr/bin/env python3
"""Everything that the bench measures can be measured: a quick run, and the shape of what it writes. No time is judged.

usage: quick_run.py BUILD
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

# name: (better, bound). Written a second time: a row that is lost or eased is lost or eased here, too.
WANTED = {
    "append.tick10_vs_jsonl_fsync": ("lower", 18),
    "append.tick10_vs_loose_objects": ("lower", 0.6),
    "append.tick10_vs_git_add_commit_100k": ("lower", 0.05),
    "append.growth_1m_vs_1k": ("lower", 1.2),
    "verify.vs_inflate_only_1core": ("higher", 0.85),
    "verify.vs_libgit2_tree_walk_1m_1core": ("higher", 2.5),
    "verify.speedup_2cores": ("higher", 1.6),
    "index.one_commit_1m_vs_1k": ("lower", 1.5),
    "status.process_vs_git_rev_parse": ("lower", 8),
    "tick.idle_process_vs_python_start_1k": ("lower", 1.0),
    "tick.idle_process_vs_python_start_1m": ("lower", 1.0),
    "tick.idle_rss_mib_1m": ("lower", 30),
    "ledger.bytes_per_event_repacked": ("lower", 1200),
}


def faults_of(rows):
    names = [row.get("name") for row in rows]
    if names != list(WANTED):
        yield f"its rows are {names}"
        return
    for row in rows:
        if set(row) != {"name", "ratio", "better", "bound", "ok", "samples", "iqr", "baseline"}:
            yield f"{row['name']} has the members {sorted(row)}"
        elif (row["better"], row["bound"]) != WANTED[row["name"]]:
            yield f"{row['name']} has another bound: {row['better']} than {row['bound']}"
        elif row["ok"] is not None:
            yield f"{row['name']} is judged by a quick run"
        elif not (row["ratio"] > 0 and row["iqr"] >= 0 and row["samples"] >= 1 and row["baseline"]):
            yield f"{row['name']} was not measured: {row}"


def main():
    build = Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory(prefix="hz-bench-") as folder:
        done = subprocess.run([sys.executable, "-B", str(Path(__file__).with_name("bench.py")), str(build), "--folder",
                               f"{folder}/bench"], env={**os.environ, "BENCH_EVENTS": "1000"}, capture_output=True, text=True)
        if done.returncode != 0:
            sys.exit(f"a quick run ended with {done.returncode}:\n{done.stdout}{done.stderr}")
        rows = json.loads(Path(folder, "bench.json").read_text(encoding="utf-8"))
    faults = list(faults_of(rows))
    faults += [f"the table has no line for {name}" for name in WANTED if name not in done.stdout]
    print("\n".join(faults) or f"{len(rows)} rows as they should be")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
