#!/usr/bin/env python3
"""Every kind of damage to a ledger, done to copies of a real one, and what `hz audit verify` and a tick make of it.

Usage: audit_damage.py HZ [PART OF A CASE'S NAME]

Each case damages one copy and says which faults the audit must find: all of them, each with its event, file, commit and
words, and no other. A table at the end tells what was found.
"""

import sys
import traceback

import damage_bytes
import damage_clones
import damage_history
import damage_story
import damage_tick
from worlds import Original

PARTS = [damage_bytes, damage_history, damage_story, damage_tick, damage_clones]


def run(case, original):
    try:
        return case(original) or []
    except Exception:  # a case that cannot be run is a failed case, and the others go on
        return traceback.format_exc().splitlines()


def main():
    original = Original(sys.argv[1])
    wanted = sys.argv[2] if len(sys.argv) > 2 else ""
    rows = []
    try:
        for part in PARTS:
            for name, case in part.cases():
                if wanted in name:
                    rows.append((name, run(case, original)))
                    for problem in rows[-1][1]:
                        print(f"{name}: {problem}", flush=True)
    finally:
        original.remove()
    width = max((len(name) for name, _ in rows), default=0)
    for name, problems in rows:
        print(f"{name:{width}}  {'FAILED' if problems else 'as it should be'}")
    failed = sum(1 for _, problems in rows if problems)
    print(f"rounds: {len(rows)} kinds of damage")
    print(f"{len(rows) - failed} passed, {failed} failed")
    return 1 if failed or not rows else 0


if __name__ == "__main__":
    sys.exit(main())
