"""A home of hz under trial: fresh folders, whole processes of the real program, and its ledger read by plain git."""

import json
import os
import re
import select
import shutil
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

DEADLINE = 60  # seconds for one process: far more than any needs, so that a test that hangs ends and says where

GIT_ENVIRONMENT = {"GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1", "LC_ALL": "C"}


class Checks:
    """Counts what held and says what did not, with what is needed to see it again."""

    def __init__(self, quiet=False):
        """`quiet`: for what is meant to fail."""
        self.passed = self.failed = self.skipped = 0
        self.quiet = quiet

    def check(self, holds, what, seen=""):
        if holds:
            self.passed += 1
        else:
            self.failed += 1
            if not self.quiet:
                print(f"FAILED: {what}" + (f"\n    {str(seen).strip()}".replace("\n", "\n    ") if seen != "" else ""), flush=True)
        return bool(holds)

    def skip(self, what, why):
        """The line begins as ./dev test looks for it: what did not run must not look like what passed."""
        self.skipped += 1
        print(f"skipped: {what}: {why}", flush=True)

    def add(self, other):
        self.passed, self.failed, self.skipped = self.passed + other.passed, self.failed + other.failed, self.skipped + other.skipped

    def end(self, rounds=""):
        """`rounds` is what ./dev fault shows beside the outcome."""
        if rounds:
            print(f"rounds: {rounds}")
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        print(f"{self.passed} passed, {self.failed} failed{skipped}")
        return 1 if self.failed else 0


def side_by_side(cases, at_once=4):
    """Runs [(name, function of its own Checks)], several at once because they mostly wait, and adds up what they counted."""
    def run(case):
        name, function = case
        checks, begun = Checks(), time.monotonic()
        try:
            function(checks)
        except Exception as broken:  # the other cases are still worth their answers
            checks.check(False, f"{name}: the trial itself broke", repr(broken))
        print(f"{'FAILED' if checks.failed else 'ok':<7}{name} ({time.monotonic() - begun:.1f} s)", flush=True)
        return checks

    total = Checks()
    with ThreadPoolExecutor(at_once) as pool:
        for checks in pool.map(run, cases):
            total.add(checks)
    return total


class Done:
    """A process that has ended."""

    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    def __str__(self):
        return f"exit {self.code}\n{self.out}{self.err}"


class Event:
    def __init__(self, number, event_id, bytes_):
        self.number, self.id = number, event_id
        value = json.loads(bytes_)
        self.stream, self.type, self.seq, self.data = value["stream"], value["type"], value["seq"], value["data"]


class Lease:
    """A lease that nothing has ended: the slots without a receipt are still to be done."""

    def __init__(self, job, event):
        self.job, self.token = job, event.seq
        self.slots = list(event.data.get("slots") or [])


class Ledger:
    """What git says of a ledger at one moment. Nothing of hz is asked."""

    def __init__(self, home):
        self.home = home
        self.tip = home.git("rev-parse", "--verify", "--quiet", "HEAD", check=False).strip()
        self.trailers = self._trailers() if self.tip else {}
        self.events = self._events() if self.tip else []
        self.bodies = self._bodies()

    def _trailers(self):
        """id: (number, stream, seq), from the commits' messages."""
        text = self.home.git("log", "--format=%(trailers:key=Event,valueonly)", "HEAD")
        lines = (line.split() for line in text.splitlines() if line)
        return {event_id: (int(number), stream, int(seq)) for number, stream, seq, event_id in lines}

    def _blobs(self, revision):
        listed = self.home.git("ls-tree", "-r", "-z", revision).split("\0")
        return [(entry.split("\t")[1], entry.split()[2]) for entry in listed if entry]

    def _events(self):
        blobs = [entry for entry in self._blobs("HEAD") if entry[0].startswith("events/")]
        asked = "".join(oid + "\n" for _, oid in blobs)
        stream = self.home.git("cat-file", "--batch", given=asked.encode(), raw=True)
        by_number = {number: event_id for event_id, (number, _, _) in self.trailers.items()}
        events, at = [], 0
        for number in range(len(blobs)):
            end = stream.index(b"\n", at)
            size = int(stream[at:end].split()[2])
            events.append(Event(number, by_number.get(number, ""), stream[end + 1:end + 1 + size]))
            at = end + 1 + size + 1
        return events

    def _bodies(self):
        refs = self.home.git("for-each-ref", "--format=%(refname)", "refs/heads/hz/body", check=False).split()
        return {Path(path).stem for ref in refs for path, _ in self._blobs(ref) if path.endswith(".json")}

    def of_job(self, job):
        return [event for event in self.events if event.stream == f"job/{job}"]

    def jobs(self):
        return sorted({event.stream[4:] for event in self.events if event.stream.startswith("job/")})

    def receipts(self, job):
        return [event for event in self.of_job(job) if event.type == "receipt"]

    def open_leases(self):
        leases = {}
        for event in self.events:
            job = event.stream.removeprefix("job/")
            if event.type == "lease.acquired":
                leases[job] = Lease(job, event)
            elif event.type in ("lease.released", "lease.lost"):
                leases.pop(job, None)
            elif event.type == "receipt" and job in leases and event.data["slot"] in leases[job].slots:
                leases[job].slots.remove(event.data["slot"])
        return list(leases.values())

    def losses(self, job):
        """Runs lost since the job's last receipt."""
        count = 0
        for event in self.of_job(job):
            count = 0 if event.type == "receipt" else count + (event.type == "lease.lost")
        return count

    def unnamed_bodies(self):
        named = set(re.findall(r'"sha256": "([0-9a-f]{64})"', json.dumps([event.data for event in self.events])))
        return self.bodies - named


class Home:
    """One HZ_HOME. Everything that is started below it carries `mark` as its HOME, also what a run starts itself."""

    def __init__(self, hz, folder, **environment):
        self.hz_path, self.folder = str(hz), Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.path = self.folder / "hz"
        self.marks = 0
        self.environment = {"HZ_HOME": str(self.path), "HZ_PERSON": "ada", "PATH": os.environ["PATH"], "TZ": "UTC",
                            "LANG": "C.UTF-8", **environment}
        for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS"):
            if name in os.environ:
                self.environment[name] = os.environ[name]

    # Its files.

    @property
    def repository(self):
        return self.path / "data" / "me.git"

    @property
    def state(self):
        return self.path / "state"

    @property
    def machine(self):
        return json.loads((self.state / "machine.json").read_text(encoding="utf-8"))["machine"]

    @property
    def log_ref(self):
        return self.repository / "refs/heads/hz/log" / self.machine / "1"

    @property
    def body_ref(self):
        return self.repository / "refs/heads/hz/body" / time.strftime("%Y-%m", time.gmtime()) / self.machine

    def contract(self, name, script, schedule=None, **keys):
        """A contract whose runner is a shell script. Keys are as under hz:, already in YAML."""
        folder = self.path / "config" / "contracts"
        folder.mkdir(parents=True, exist_ok=True)
        program = self.folder / f"{name}.sh"
        program.write_text(script, encoding="utf-8")
        lines = [f"name: {name}", "hz:", f"  runner: {{command: [sh, {json.dumps(str(program))}]}}"]
        if schedule:
            lines.append(f"  schedule: {json.dumps(schedule)}")
        lines += [f"  {key}: {value}" for key, value in keys.items()]
        text = "---\n" + "\n".join(lines) + "\n---\nA contract under trial.\n"
        (folder / f"{name}.md").write_text(text, encoding="utf-8")

    # Its processes.

    def new_mark(self):
        self.marks += 1
        return f"{self.folder}/mark-{self.marks}"

    def start(self, *arguments, mark=None, **options):
        environment = {**self.environment, "HOME": mark or self.new_mark()}
        return subprocess.Popen([self.hz_path, *arguments], env=environment, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=self.folder, **options)

    def hz(self, *arguments, environment=None, **options):
        """Runs hz to its end."""
        whole = {"HOME": self.new_mark(), **self.environment, **(environment or {})}
        whole = {name: value for name, value in whole.items() if value is not None}
        options = {"cwd": self.folder, "timeout": DEADLINE, **options}
        try:
            ended = subprocess.run([self.hz_path, *arguments], env=whole, stdin=subprocess.DEVNULL,
                                   capture_output=True, **options)
        except subprocess.TimeoutExpired as late:
            return Done("none: it hangs", str(late.stdout or ""), str(late.stderr or ""))
        return Done(ended.returncode, ended.stdout.decode(errors="replace"), ended.stderr.decode(errors="replace"))

    def tick(self, *arguments, **options):
        return self.hz("system", "daemon", "tick", *arguments, **options)

    def audit(self, **options):
        return self.hz("audit", "verify", **options)

    def git(self, *arguments, check=True, given=None, raw=False):
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.folder), **GIT_ENVIRONMENT}
        done = subprocess.run(["git", "-C", str(self.repository), *arguments], env=environment, input=given,
                              check=check and self.repository.exists(), capture_output=True)
        return done.stdout if raw else done.stdout.decode(errors="replace")

    def git_says(self, *arguments):
        """What git prints, also on standard error; empty when it is content. A notice is no complaint."""
        environment = {"PATH": os.environ["PATH"], "HOME": str(self.folder), **GIT_ENVIRONMENT}
        done = subprocess.run(["git", "-C", str(self.repository), *arguments], env=environment, capture_output=True, check=False)
        said = [line for line in (done.stdout + done.stderr).decode(errors="replace").splitlines() if not line.startswith("notice: ")]
        return "\n".join(said) if said or done.returncode == 0 else f"exit {done.returncode}"

    def ledger(self):
        return Ledger(self)

    def remove(self):
        shutil.rmtree(self.folder, ignore_errors=True)


def alive(mark):
    """The processes that carry the mark, keepers included: {pid: command line}."""
    wanted = f"HOME={mark}".encode()
    found = {}
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            if wanted in Path("/proc", entry, "environ").read_bytes().split(b"\0"):
                found[int(entry)] = Path("/proc", entry, "cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue  # it has ended meanwhile, or is another person's
    return found


def wait_for_end(pid, seconds):
    """Until the process has ended, or the time is over; at once where the kernel cannot tell."""
    try:
        process = os.pidfd_open(pid)
    except OSError:
        return
    try:
        select.select([process], [], [], seconds)
    finally:
        os.close(process)


def alive_after(mark, since, seconds=5.0):
    """What is still alive that many seconds after `since`, a time of time.monotonic(). Ends as soon as nothing is."""
    while True:
        found = alive(mark)
        left = since + seconds - time.monotonic()
        if not found or left <= 0:
            return found
        wait_for_end(next(iter(found)), left)


PRINTED_EVENT = re.compile(r"^([0-9a-f]{12})  (\S+) +(\S+)")
PRINTED_DRAFT = re.compile(r"draft ([0-9a-f]{12})$")


def check_printed(checks, home_ledger, out, err, where):
    """Every id that a tick told is in the ledger, as the event that it was told to be (L6)."""
    by_short = {event_id[:12]: event_id for event_id in home_ledger.trailers}
    types = {event.id: event.type for event in home_ledger.events}
    told = []
    for line in err.splitlines():
        found = PRINTED_EVENT.match(line)
        if found:
            told.append((found[1], found[2], found[3], line))
    for line in out.splitlines():
        found = PRINTED_DRAFT.search(line)
        if found:
            told.append((found[1], "receipt", None, line))
    for short, kind, stream, line in told:
        event_id = by_short.get(short)
        kept = event_id is not None and types.get(event_id) == kind
        kept = kept and (stream is None or home_ledger.trailers[event_id][1] == stream)
        checks.check(kept, f"{where}: what was printed is in the ledger", line)
    return len(told)
