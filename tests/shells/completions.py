#!/usr/bin/env python3
"""Drives the completions in real shells, as a person at a terminal would.

    completions.py HZ

Each shell runs on a terminal of its own (a pty). A line is typed, then Tab, then a key that is bound to a widget which prints
the line as it stands; what it prints is compared. A shell that is not installed is said to be skipped.
"""

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile

# What is typed before Tab, and what the line is after it.
LINES = [
    ("hz sys", "hz system "),
    ("hz system daemon jo", "hz system daemon jobs "),
    ("hz help system daemon tic", "hz help system daemon tick "),
    ("hz system completions f", "hz system completions fish "),
    ("hz system daemon tick --dr", "hz system daemon tick --dry-run "),
    ("hz --vers", "hz --version "),
    ("hz why dig", "hz why digest "),
    ("hz system daemon tick --job dig", "hz system daemon tick --job digest "),
    ("hz system daemon tick --job=dig", "hz system daemon tick --job=digest "),
    ("hz contract show 'dig", "hz contract show 'digest' "),
    ("hz system config get hz.per", "hz system config get hz.person "),
    ("hz audit verify --repo fol", "hz audit verify --repo folder/"),
    ("hz nothing of the ki", "hz nothing of the ki"),
    ("hz why contract:", "hz why contract:"),
]

ZSH_KEY = ("shown() { print -r -- $'\\n<<'\"$BUFFER\"'>>'; BUFFER=; }\n"
           "zle -N shown; bindkey '^X^P' shown\n")

SHELLS = {
    # \C-x\C-p prints the line between marks; it is bound in each shell's own way.
    "bash": (["bash", "--norc", "--noprofile", "-i"],
             "source <(hz system completions bash)\n"
             "bind 'set enable-bracketed-paste off'; bind 'set bell-style none'\n"
             "shown() { printf '\\n<<%s>>\\n' \"$READLINE_LINE\"; READLINE_LINE=; READLINE_POINT=0; }\n"
             "bind -x '\"\\C-x\\C-p\": shown'\n"),
    "zsh": (["zsh", "-f", "-i"],
            "unsetopt zle_bracketed_paste beep; PROMPT='> '; zstyle ':completion:*' menu no\n"
            "autoload -U compinit; compinit -D -u; source <(hz system completions zsh)\n" + ZSH_KEY),
    "zsh, installed": (["zsh", "-f", "-i"],
                       "unsetopt zle_bracketed_paste beep; PROMPT='> '; zstyle ':completion:*' menu no\n"
                       "mkdir -p ~/site; hz system completions zsh > ~/site/_hz; fpath=(~/site $fpath)\n"
                       "autoload -U compinit; compinit -D -u\n" + ZSH_KEY),
    "fish": (["fish", "--no-config", "-i"], None),
}


class Terminal:
    def __init__(self, command, environment, folder):
        self.process, self.fd = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.execvpe(command[0], command, environment)
        self.seen = b""

    def type(self, text):
        os.write(self.fd, text.encode())

    def until(self, pattern):
        """Reads until `pattern` is there; fails when the shell says nothing more for a minute."""
        while True:
            found = re.search(pattern, self.seen, re.DOTALL)
            if found:
                self.seen = self.seen[found.end():]
                return found
            ready, _, _ = select.select([self.fd], [], [], 60)
            piece = os.read(self.fd, 65536) if ready else b""
            if not piece:
                raise AssertionError(f"no {pattern!r} in what the shell printed: {self.seen!r}")
            self.seen += piece

    def end(self):
        os.close(self.fd)
        os.waitpid(self.process, 0)


def on_a_terminal(shell, environment, folder):
    command, setup = SHELLS[shell]
    terminal = Terminal(command, environment, folder)
    terminal.type(setup + "printf '%s%s\\n' rea dy\n")
    terminal.until(rb"ready\r\n")
    failed = 0
    for typed, expected in LINES:
        terminal.type(typed + "\t\x18\x10")
        line = terminal.until(rb"<<([^>]*)>>").group(1).decode()
        if line != expected:
            failed += 1
            print(f"{shell}: {typed!r} became {line!r}, not {expected!r}")
    terminal.end()
    return failed


def in_fish(environment, folder):
    """fish completes without a terminal: `complete -C` prints what Tab would offer."""
    failed = 0
    for typed, expected in LINES:
        script = "hz system completions fish | source; complete -C " + "'" + typed.replace("\\", "\\\\").replace("'", "\\'") + "'"
        printed = subprocess.run(["fish", "--no-config", "-c", script], env=environment, cwd=folder, check=True,
                                 stdout=subprocess.PIPE, text=True).stdout
        offered = [line.split("\t")[0] for line in printed.splitlines()]
        stem = typed.split(" ")[-1].lstrip("'")
        wanted = expected.rstrip().split(" ")[-1].strip("'")
        if offered != ([] if wanted == stem else [wanted]):
            failed += 1
            print(f"fish: {typed!r} offers {offered}, not {wanted!r}")
    return failed


def main():
    hz = os.path.abspath(sys.argv[1])
    failed = tried = 0
    with tempfile.TemporaryDirectory() as folder:
        os.makedirs(folder + "/bin")
        os.makedirs(folder + "/folder")
        os.symlink(hz, folder + "/bin/hz")
        environment = {"PATH": folder + "/bin:/usr/bin:/bin", "HOME": folder, "HZ_HOME": folder + "/hz", "LANG": "C.UTF-8",
                       "TERM": "dumb", "PS1": "> "}
        subprocess.run(["hz", "contract", "new", "digest"], env=environment, check=True, stdout=subprocess.DEVNULL)
        for shell in SHELLS:
            if shutil.which(SHELLS[shell][0][0], path=environment["PATH"]) is None:
                print(f"skipped: completions in {shell}, which is not installed")
                continue
            tried += 1
            failed += in_fish(environment, folder) if shell == "fish" else on_a_terminal(shell, environment, folder)
    print(f"{tried} shells, {len(LINES)} lines each, {failed} failed")
    return 1 if failed or not tried else 0


sys.exit(main())
