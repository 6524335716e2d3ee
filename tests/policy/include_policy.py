#!/usr/bin/env python3
"""Reads every #include of ours and refuses what include_policy.json does not allow.

The directions of docs/ARCHITECTURE.md hold only as long as something checks them. This check also refuses cycles
between components, third-party headers outside the files that wrap them, and exceptions that are no longer needed:
the list of exceptions can only shrink.
"""

import argparse
import json
import re
import sys
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from tree import ROOT, Finding, files_of, report

INCLUDE = re.compile(r'^\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')
SOURCES = (".cpp", ".hpp")
POLICY = "tests/policy/include_policy.json"


@dataclass(frozen=True)
class Include:
    path: str
    line: int
    ours: str  # "" for <…>
    system: str  # "" for "…"

    def refused(self, text):
        return Finding(self.path, self.line, text)


def includes_of(root, layers):
    for name in files_of(root):
        if not name.endswith(SOURCES) or name.split("/")[0] not in layers:
            continue
        for number, text in enumerate((Path(root) / name).read_text(encoding="utf-8").splitlines(), 1):
            if match := INCLUDE.match(text):
                yield Include(name, number, match[1] or "", match[2] or "")


def component_of(path, components):
    """The component with the longest name that holds the path, or None."""
    holds = [name for name in components if path.startswith(name + "/")]
    return max(holds, key=len, default=None)


def allows(allowed, component):
    return any(component == name or component.startswith(name + "/") for name in allowed)


def check_ours(include, root, components, arrows):
    source = component_of(include.path, components)
    target = component_of(include.ours, components)
    if source is None:
        return include.refused(f"belongs to no component of {POLICY}: name its folder there, and whom it may include")
    if not (Path(root) / include.ours).is_file():
        return include.refused(f'"{include.ours}" does not exist: includes are written from the root of the tree')
    if target is None:
        return include.refused(f'"{include.ours}" belongs to no component of {POLICY}')
    if source == target:
        return None
    arrows[source].setdefault(target, include)
    allowed = components[source]["may_include"]
    if allows(allowed, target):
        return None
    return include.refused(f'{source} must not include {target} ("{include.ours}"); '
                           f'it may include {", ".join(allowed) or "nothing of ours"}')


def check_place(include, header, places, single):
    """A third-party header may stand in a folder (ends with /), a file, or `one .cpp in` a folder."""
    for place in places:
        if place.startswith("one .cpp in "):
            if include.path.startswith(place.removeprefix("one .cpp in ")) and include.path.endswith(".cpp"):
                first = single.setdefault((header, place), include.path)
                if first == include.path:
                    return None
                return include.refused(f"<{include.system}> is wrapped in one .cpp, and {first} includes it already")
        elif include.path == place or (place.endswith("/") and include.path.startswith(place)):
            return None
    return include.refused(f'<{include.system}> must not be included here; it is allowed in: {", ".join(places)}')


def check_system(include, policy, single):
    header = include.system.split("/")[0].removesuffix(".hpp").removesuffix(".h")
    if header in policy["third_party"]:
        return check_place(include, header, policy["third_party"][header], single)
    if "/" in include.system or "." in include.system:
        return check_place(include, header, policy["posix_headers_in"], single)
    impure = policy["impure_standard_headers"]
    if include.system in impure["headers"] and include.path.startswith(tuple(impure["refused_in"])):
        return include.refused(f'<{include.system}> must not be included in {", ".join(impure["refused_in"])}: '
                               "it is pure; ask for a port of core/port instead")
    return None


def cycles(arrows):
    """One finding for each component that reaches itself, at the include that begins the way."""
    found = []
    for start in sorted(arrows):
        ways, seen = [[start]], set()
        while ways:
            way = ways.pop()
            for target in sorted(arrows.get(way[-1], {})):
                if target == start and start == min(way):
                    found.append(arrows[start][(way + [start])[1]].refused(f'cycle: {" -> ".join(way + [start])}'))
                elif target not in seen and target != start:
                    seen.add(target)
                    ways.append(way + [target])
    return found


def check(root, policy):
    components, arrows, single = policy["components"], defaultdict(dict), {}
    excused = {(entry["file"], entry["include"]): False for entry in policy["exceptions"]}
    found = []
    for include in includes_of(root, policy["layers"]):
        finding = (check_ours(include, root, components, arrows) if include.ours
                   else check_system(include, policy, single))
        key = (include.path, include.ours or include.system)
        if finding and key in excused:
            excused[key] = True
        elif finding:
            found.append(finding)
    for (file, include), used in excused.items():
        if not used:
            found.append(Finding(POLICY, 1, f"the exception for {include} in {file} is no longer needed: remove it"))
    return found + cycles(arrows)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    arguments.add_argument("--root", default=ROOT)
    root = arguments.parse_args().root
    policy = json.loads((Path(root) / POLICY).read_text(encoding="utf-8"))
    return report(check(root, policy), "include policy: every #include is allowed")


if __name__ == "__main__":
    sys.exit(main())
