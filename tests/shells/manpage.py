#!/usr/bin/env python3
"""The manual page as its readers take it: groff and mandoc, each without a single warning.

    manpage.py HZ
"""

import shutil
import subprocess
import sys

LINTERS = {
    "groff": ["groff", "-man", "-ww", "-Tutf8", "-z"],
    "man": ["man", "--warnings", "-l", "-"],
    "mandoc": ["mandoc", "-Tlint", "-Wwarning"],
}


def main():
    hz = sys.argv[1]
    page = subprocess.run([hz, "system", "manpage"], check=True, stdout=subprocess.PIPE).stdout
    failed = []
    page.decode("ascii")
    commands = subprocess.run([hz, "--help"], check=True, stdout=subprocess.PIPE, text=True).stdout
    for line in commands.split("Options")[0].splitlines():
        if line.startswith("  hz ") and line.strip().split("  ")[0].replace("-", "\\-") not in page.decode():
            failed.append("not in the page: " + line.strip())
    for name, command in LINTERS.items():
        if shutil.which(name) is None:
            print(f"skipped: the manual page in {name}, which is not installed")
            continue
        ended = subprocess.run(command, input=page, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        # man shows the page; the others have nothing to say of a good one.
        complaints = ended.stderr + (b"" if name == "man" else ended.stdout)
        if ended.returncode != 0 or complaints:
            failed.append(f"{name}: exit code {ended.returncode}\n{complaints.decode()}")
    print(*failed, sep="\n")
    return 1 if failed else 0


sys.exit(main())
