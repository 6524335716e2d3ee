#!/usr/bin/env python3
"""Power cuts: what the disk holds at a moment, without anything that was not yet written to it.

usage: power_cuts.py HZ [--cuts N] [--seed N] [--without-fsync N]

The home lies on a file system of its own, in an image. hz is stopped at a random moment of a tick, the image is copied as it
is, and the copy is mounted: what was only in memory is gone, as after a power cut. What hz had told until then must be there.
The proof that this can fail: the same with a library under hz that makes fsync do nothing loses what was told.
"""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from home import Checks, Home, alive
from recovery import answered_ids, check_goes_on, check_whole

IMAGE_MB = 48
DRAFT = "printf '# %s\\n' \"$HZ_SLOT_KEY\"\n"
NO_FSYNC = "int fsync(int f) { (void)f; return 0; }\nint fdatasync(int f) { (void)f; return 0; }\nvoid sync(void) {}\n"


def run(*command):
    return subprocess.run(command, check=True, capture_output=True)


class Disk:
    """An image with a file system, mounted while it is used."""

    def __init__(self, image, place):
        self.image, self.place = Path(image), Path(place)
        self.place.mkdir()

    def __enter__(self):
        run("mount", "-o", "loop,noatime", str(self.image), str(self.place))
        return self

    def __exit__(self, *_):
        subprocess.run(["umount", str(self.place)], check=False, capture_output=True)
        subprocess.run(["umount", "--lazy", str(self.place)], check=False, capture_output=True)


def make_image(path):
    with open(path, "wb") as file:
        file.truncate(IMAGE_MB << 20)
    run("mkfs.ext4", "-q", "-F", str(path))


def usable(folder):
    """Whether an image can be mounted here; an empty reason is a yes."""
    if os.geteuid() != 0:
        return "only root can mount an image"
    if not shutil.which("mkfs.ext4"):
        return "mkfs.ext4 is not installed"
    try:
        make_image(folder / "trial.img")
        with Disk(folder / "trial.img", folder / "trial"):
            return ""
    except subprocess.CalledProcessError as failed:
        return failed.stderr.decode(errors="replace").strip() or "an image cannot be mounted here"


class Trial:
    def __init__(self, hz, folder, chance, preload=None):
        self.hz, self.folder, self.random, self.preload = hz, Path(folder), chance, preload
        self.folder.mkdir()
        self.acknowledged, self.told_at_cut = set(), set()
        self.cuts = self.in_mid_tick = 0
        self.span = 0.3  # seconds of a tick, as last measured

    def run(self, checks, cuts):
        """Ticks on one disk, with a copy of it now and then; each copy is looked at by itself."""
        image = self.folder / "disk.img"
        make_image(image)
        losses = 0
        with Disk(image, self.folder / "disk") as disk:
            home = Home(self.hz, disk.place / "person")
            if self.preload:
                home.environment["LD_PRELOAD"] = str(self.preload)
            home.contract("by-hand", DRAFT)
            home.contract("minutely", DRAFT, "* * * * *", catch_up="all")
            run("sync", "-f", str(disk.place))  # the person's own files are theirs to keep
            while self.cuts < cuts:
                for _ in range(self.random.randrange(0, 3)):
                    self.acknowledge(checks, home.tick("--json", "--job", "by-hand"))
                copy = self.cut(home, image)
                losses += not self.look(checks if self.preload is None else Checks(quiet=True), copy)
                copy.unlink()
        return losses

    def acknowledge(self, checks, tick):
        checks.check(tick.code == 0, "a tick on the disk", tick)
        self.acknowledged.update(answered_ids(tick))

    def cut(self, home, image):
        """Stops hz and all that it started in the middle of a tick, copies the image, lets it go on."""
        self.cuts += 1
        begun = time.monotonic()
        mark = home.new_mark()
        process = home.start("--json", "system", "daemon", "tick", *self.random.choice(((), ("--job", "by-hand"))), mark=mark)
        try:
            process.wait(self.random.uniform(0, self.span))
        except subprocess.TimeoutExpired:
            self.in_mid_tick += 1
            send(signal.SIGSTOP, process.pid, *alive(mark))
        copy = self.folder / f"cut-{self.cuts}.img"
        self.told_at_cut = set(self.acknowledged)
        shutil.copyfile(image, copy)
        send(signal.SIGCONT, process.pid, *alive(mark))
        out, _ = process.communicate(timeout=60)
        self.span = 0.7 * self.span + 0.3 * (time.monotonic() - begun)
        self.acknowledged.update(answered_ids(Ended(out)))
        return copy

    def look(self, checks, copy):
        before = checks.failed
        where = f"power cut {self.cuts}"
        with Disk(copy, self.folder / f"copy-{self.cuts}") as disk:
            home = Home(self.hz, disk.place / "person")
            try:
                trailers = home.ledger().trailers
            except (subprocess.CalledProcessError, ValueError, KeyError) as broken:
                trailers = {}
                checks.check(False, f"{where}: git reads the ledger", repr(broken))
            lost = sorted(self.told_at_cut - set(trailers))
            checks.check(not lost, f"{where}: of {len(self.told_at_cut)} events that were told, none is lost", lost[:5])
            if checks.failed == before:
                check_whole(checks, home, where)
                check_goes_on(checks, home, where)
        return checks.failed == before


class Ended:
    def __init__(self, out):
        self.out = out.decode(errors="replace")


def send(what, *pids):
    for pid in pids:
        try:
            os.kill(pid, what)
        except ProcessLookupError:
            pass  # it has just ended


def with_fsync(hz, folder, cuts, seed, checks):
    trial = Trial(hz, folder / "with", random.Random(seed))
    trial.run(checks, cuts)
    print(f"{trial.cuts} power cuts, {trial.in_mid_tick} of them in the middle of a tick; {len(trial.acknowledged)} events told",
          flush=True)
    checks.check(trial.in_mid_tick >= cuts // 4, "cuts came in the middle of ticks", trial.in_mid_tick)


def without_fsync(hz, folder, cuts, seed, checks):
    """The test sees what it is there to see."""
    source, library = folder / "no_fsync.c", folder / "no_fsync.so"
    source.write_text(NO_FSYNC, encoding="utf-8")
    compiled = subprocess.run([os.environ.get("CC", "cc"), "-shared", "-fPIC", "-o", str(library), str(source)],
                              capture_output=True, check=False)
    if compiled.returncode != 0:
        checks.skip("power cuts without fsync", compiled.stderr.decode(errors="replace").strip())
        return
    trial = Trial(hz, folder / "without", random.Random(seed), library)
    losses = trial.run(checks, cuts)
    print(f"without fsync: {losses} of {trial.cuts} cuts lost what was told", flush=True)
    checks.check(losses >= 1, "without fsync a power cut loses what was told: the trial can see it", losses)


def main():
    arguments = argparse.ArgumentParser(description="power cuts on an image of a disk")
    arguments.add_argument("hz", help="the program")
    arguments.add_argument("--cuts", type=int, default=4)
    arguments.add_argument("--without-fsync", type=int, default=2)
    arguments.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1_000_000))
    given = arguments.parse_args()
    print(f"seed {given.seed}", flush=True)
    folder, checks = Path(tempfile.mkdtemp(prefix="hz-power-")), Checks()
    try:
        if why := usable(folder):
            checks.skip(f"{given.cuts} power cuts", why)
        else:
            hz = os.path.abspath(given.hz)
            with_fsync(hz, folder, given.cuts, given.seed, checks)
            without_fsync(hz, folder, given.without_fsync, given.seed, checks)
        return checks.end(f"{given.cuts} power cuts, {given.without_fsync} more without fsync")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
