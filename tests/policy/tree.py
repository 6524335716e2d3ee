"""What the policy checks share: the files of the tree and how a finding is printed."""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Finding:
    """One broken rule, printed the way compilers do, so that editors jump to it."""

    path: str
    line: int
    text: str

    def __str__(self):
        return f"{self.path}:{self.line}: {self.text}"


def files_of(root):
    """Every file of the checkout, tracked or not yet, as sorted paths relative to root; what git ignores is left out."""
    root = Path(root)
    if (root / ".git").exists():
        listed = subprocess.run(
            ["git", "-c", "safe.directory=*", "-C", str(root), "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            check=True, capture_output=True).stdout.decode().split("\0")
        return sorted(name for name in listed if name and (root / name).is_file())
    found = []
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name not in (".git", "build")]
        found += [os.path.relpath(os.path.join(folder, name), root) for name in names]
    return sorted(found)


def report(findings, clean):
    """Prints the findings, or the line that says what was clean; the exit code of the check."""
    for finding in findings:
        print(finding)
    print(f"{len(findings)} found" if findings else clean)
    return 1 if findings else 0
