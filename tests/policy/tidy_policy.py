#!/usr/bin/env python3
"""Bans footguns and names what to use instead; keeps files short, documents titled and links whole.

The bans are in tidy_policy.json. What is checked here besides: white space at the end of lines, a newline at the end
of files, `#pragma once`, the length of files, a title in every Markdown file, and that relative links lead somewhere.
"""

import argparse
import json
import re
import sys
from pathlib import Path

from tree import ROOT, Finding, files_of, report

POLICY = "tests/policy/tidy_policy.json"
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
OUTSIDE = ("http:", "https:", "mailto:")


def matches(path, places):
    return any(path.endswith(place[1:]) if place.startswith("*")
               else path.startswith(place) if place.endswith("/") or not place
               else path == place for place in places)


def banned(path, lines, bans, exceptions):
    for ban in bans:
        if not matches(path, ban["in"]) or matches(path, ban.get("except", [])):
            continue
        pattern = re.compile(ban["pattern"])
        for number, line in enumerate(lines, 1):
            if not (match := pattern.search(line)):
                continue
            if (path, ban["name"]) in exceptions:
                exceptions[(path, ban["name"])] = True
                continue
            yield Finding(path, number, f'{ban["name"]}: `{match[0].strip()}`; instead: {ban["instead"]}')


def shape(path, text, lines, longest):
    """White space, the guard of headers, and length."""
    for number, line in enumerate(lines, 1):
        if line != line.rstrip():
            yield Finding(path, number, "white space at the end of the line")
    if text and not text.endswith("\n"):
        yield Finding(path, len(lines), "no newline at the end of the file")
    if path.endswith(".hpp") and "#pragma once" not in lines:
        yield Finding(path, 1, "a header without `#pragma once`")
    if matches(path, longest["in"]) and len(lines) > longest["lines"]:
        yield Finding(path, longest["lines"] + 1,
                      f'{len(lines)} lines, where {longest["lines"]} are the most: split it by what changes together')


def prose_of(lines):
    """The numbered lines of a Markdown file that are not inside a fenced block."""
    fence = ""
    for number, line in enumerate(lines, 1):
        mark = line.lstrip()[:3]
        if mark in ("```", "~~~"):
            fence = "" if fence == mark else fence or mark
        elif not fence:
            yield number, line


def anchors_of(lines):
    """The anchors that a forge makes of the headings: lower case, no punctuation, spaces become hyphens."""
    headings = (line.lstrip("#").strip() for _, line in prose_of(lines) if line.startswith("#"))
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def markdown(root, path, lines):
    first = next((line for line in lines if line), "")
    if not first.startswith("# "):
        yield Finding(path, 1, "a document begins with its title: `# …`")
    for number, line in prose_of(lines):
        for link in LINK.findall(line):
            if link.startswith(OUTSIDE):
                continue
            target, _, anchor = link.partition("#")
            file = (root / path).parent / target if target else root / path
            if not file.exists():
                yield Finding(path, number, f"the link leads nowhere: {link}")
            elif anchor and file.suffix == ".md" and anchor not in anchors_of(file.read_text("utf-8").splitlines()):
                yield Finding(path, number, f"the document has no such heading: {link}")


def check(root, policy):
    root, found = Path(root), []
    exceptions = {(entry["file"], entry["ban"]): False for entry in policy["exceptions"]}
    for path in files_of(root):
        if path.startswith("fixtures/") or path == POLICY:
            continue  # recorded as they came; and the patterns themselves
        try:
            text = (root / path).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        lines = text.split("\n")[:-1] if text.endswith("\n") else text.split("\n")
        found += banned(path, lines, policy["bans"], exceptions)
        found += shape(path, text, lines, policy["longest_file"])
        if path.endswith(".md") and (path.startswith("docs/") or "/" not in path or path == "tests/README.md"):
            found += markdown(root, path, lines)
    for (file, ban), used in exceptions.items():
        if not used:
            found.append(Finding(POLICY, 1, f"the exception for `{ban}` in {file} is no longer needed: remove it"))
    return found


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    arguments.add_argument("--root", default=ROOT)
    root = arguments.parse_args().root
    policy = json.loads((Path(root) / POLICY).read_text(encoding="utf-8"))
    return report(check(root, policy), "tidy policy: nothing to mend")


if __name__ == "__main__":
    sys.exit(main())
