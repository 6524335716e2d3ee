"""The story that a ledger under measurement tells: years of a person with twenty jobs, told as hz tells it.

Each job reads a feed every hour, five jobs at a time, and five hours of six there is news. So a tick is two commits of up to
ten events: observations and leases, then receipts and the ends of the leases. What did not move was skipped, and rides
along with the job's next lease. Every event, digest and chain is as docs/formats says. The last commit makes the schedules
so rare that nothing is due for years: a tick on this home is an idle one.

Bodies are what is not realistic: an observed list and a draft a month for each job, named by all of that month. They are
no events, and run out of their time anyway.
"""

import hashlib
from datetime import datetime, timezone

FORMAT = 1  # another number, and ledgers that were built before are built again
MACHINE, PERSON, HOST = "k3v7q2m5x4ba", "ada", "laptop"
LANE = f"refs/heads/hz/log/{MACHINE}/1"
JOBS, GROUPS = 20, 4
TICK_S = 3600 // GROUPS
END = int(datetime(2026, 11, 1, tzinfo=timezone.utc).timestamp())  # of the story; it begins as early as it must
RARELY = "0 0 29 2 *"
BOOT = "6d2b1a52-2f0c-4c55-9a0e-6f1d0a4f7b11"
BY = f'{{"machine":"{MACHINE}","person":"{PERSON}","version":"0.1.0","via":"daemon"}}'

CONTRACT = """---
name: {name}
hz:
  title: Notes of {name}
  schedule: "{schedule}"
  zone: UTC
  inputs:
    - {{name: notes, kind: feed, path: {path}}}
  runner: outline
---
What is new, in one page.
"""


def digest(text):
    return hashlib.sha256(text.encode()).hexdigest()


def utc(seconds, pattern):
    return datetime.fromtimestamp(seconds, timezone.utc).strftime(pattern)


def instant(seconds, millis):
    return utc(seconds, "%Y-%m-%dT%H:%M:%S") + f".{millis:03}Z"


def slot_text(seconds):
    return utc(seconds, "%Y-%m-%dT%H:%M:%SZ")


class Job:
    def __init__(self, number):
        self.number, self.name = number, f"notes-{number:02}"
        self.job = f"contract:{self.name}"
        self.stream, self.contract_stream = f"job/{self.job}", f"contract/{self.name}"
        path = f"/srv/feeds/{self.name}.xml"  # nobody reads it: nothing is due
        self.source = "source/feed-" + digest(f'{{"kind":"feed","path":"{path}"}}')[:16]
        self.hourly = f"{self.group * TICK_S // 60} * * * *"
        self.first_text = CONTRACT.format(name=self.name, schedule=self.hourly, path=path)
        self.last_text = CONTRACT.format(name=self.name, schedule=RARELY, path=path)
        self.contract = digest(self.first_text)
        self.rendered = "null"  # the last rendered receipt, as JSON
        self.skipped = ""       # the range that no lease has taken along yet, as JSON

    @property
    def group(self):
        return self.number * GROUPS // JOBS

    def has_news(self, hour):
        return (hour + self.number) % 6 != 5


class Commit:
    def __init__(self, ref, seconds, message, files):
        self.ref, self.seconds, self.message, self.files = ref, seconds, message, files


class Month:
    """The bodies of one month: for each job one list of what was observed and one draft."""

    def __init__(self, month, jobs):
        self.month, self.files, self.lists, self.drafts = month, [], [], []
        for job in jobs:
            link = f"https://example.org/{job.name}"
            items = ",".join(f'{{\\"fingerprint\\":\\"{digest(f"{month} {link} {i}")}\\",\\"key\\":\\"n{i}\\",'
                             f'\\"link\\":\\"{link}/{i}\\",\\"title\\":\\"Note {i} of {month}\\"}}' for i in range(8))
            lines = "".join(f"- [Note {i} of {month}]({link}/{i})\\n" for i in range(8))
            self.lists.append(self.keep("application/json", f"{month} {job.name} list", f"[{items}]"))
            self.drafts.append(self.keep("text/markdown", f"{month} {job.name} draft", f"# Notes of {job.name}\\n{lines}"))

    def keep(self, media, salt, text):
        body = f'{{"media":"{media}","salt":"{digest(salt)[:32]}","text":"{text}"}}'
        sha256 = digest(body)
        self.files.append((f"{sha256[:2]}/{sha256}.json", body.encode()))
        return len(body), sha256

    def commit(self, seconds):
        ref = f"refs/heads/hz/body/{self.month}/{MACHINE}"
        return Commit(ref, seconds, f"{len(self.files)} bodies\n", self.files)


class Teller:
    """Seals events one after the other: numbers, chains, ids."""

    def __init__(self):
        self.count, self.heads, self.events = 0, {}, []

    def event(self, at, stream, kind, data):
        """Its seq and id."""
        seq, before = self.heads.get(stream, (0, "null"))
        text = (f'{{"at":"{at}","by":{BY},"data":{data},"main":null,"prev":{before},"seq":{seq + 1},'
                f'"stream":"{stream}","type":"{kind}","v":1}}').encode()
        event_id = hashlib.sha256(text).hexdigest()
        self.heads[stream] = (seq + 1, f'"{event_id}"')
        self.events.append((self.count, stream, seq + 1, event_id, text))
        self.count += 1
        return seq + 1, event_id

    def commit(self, seconds, subjects):
        """Of all events since the last one."""
        subject = "; ".join(subjects)
        subject = subject if len(subject) <= 72 else subject[:71] + "…"
        trailers = "".join(f"Event: {number} {stream} {seq} {event_id}\n" for number, stream, seq, event_id, _ in self.events)
        files = [(f"events/{number >> 16:02x}/{number >> 8 & 255:02x}/{number & 255:02x}-{event_id[:16]}.json", text)
                 for number, _, _, event_id, text in self.events]
        self.events = []
        return Commit(LANE, seconds, f"{subject}\n\n{trailers}", files)


def plan(jobs, runs):
    """For each tick the jobs that run, until there were so many runs."""
    ticks = []
    while runs > 0:
        hour, group = divmod(len(ticks), GROUPS)
        ticks.append([job for job in jobs if job.group == group and job.has_news(hour)][:runs])
        runs -= len(ticks[-1])
    return ticks


def contracts_change(teller, jobs, seconds, schedule_of, text_of, tzdata):
    for job in jobs:
        teller.event(instant(seconds, 104), job.contract_stream, "contract.changed",
                     f'{{"catch_up":"latest","fingerprint":"{digest(text_of(job))}","from":"{instant(seconds - 300, 104)}",'
                     f'"interval_s":300,"schedule":"{schedule_of(job)}","tzdata":"{tzdata}","zone":"UTC"}}')
    return teller.commit(seconds, [f"{job.job} changed: now {schedule_of(job)}" for job in jobs])


def skipped_member(job):
    return f'"skipped":[{job.skipped}],' if job.skipped else ""


def tick(teller, month, slot, running, waiting):
    """Two commits: what begins at this slot, and how it ends. `waiting`: the jobs that are due and have no news."""
    at, ended, time = instant(slot + 130, 118), instant(slot + 130, 530), slot_text(slot)
    begun = []
    for job in running:
        facets = f'{{"items":"{digest(f"{job.name} {slot}")}"}}'
        size, sha256 = month.lists[job.number]
        _, observed = teller.event(at, job.source, "source.observed",
                                   f'{{"count":8,"cursor":null,"facets":{facets},"items":{{"bytes":{size},"sha256":"{sha256}"}},'
                                   f'"kind":"feed"}}')
        begun.append((job, facets, observed))
    tokens = [teller.event(at, job.stream, "lease.acquired",
                           f'{{"boot":"{BOOT}","machine":"{MACHINE}","nonce":"{digest(f"nonce {job.name} {slot}")[:32]}",'
                           f'{skipped_member(job)}"slots":["{time}"],"ttl_s":720}}')[0] for job in running]
    words = utc(slot, "%Y-%m-%d %H:%M")
    yield teller.commit(slot + 130, [f"{job.job} begins {words} (token {token})" for job, token in zip(running, tokens)])

    for (job, facets, observed), token in zip(begun, tokens):
        memo = digest(f'{{"contract":"{job.contract}","epoch":null,"inputs":{{"notes":{facets}}}}}')
        size, sha256 = month.drafts[job.number]
        _, receipt = teller.event(ended, job.stream, "receipt",
                                  f'{{"against":{job.rendered},"as_of":"{time}","attempt":1,"contract":"{job.contract}",'
                                  f'"cost":null,"disposition":"rendered","draft":{{"bytes":{size},"media":"text/markdown",'
                                  f'"sha256":"{sha256}","title":"Notes of {job.name}"}},"epoch":null,"inputs":{{"notes":'
                                  f'{{"changed":0,"facets":{facets},"gone":1,"new":1,"observed":"{observed}"}}}},'
                                  f'"key":"{job.job}@{time}","memo":"{memo}","runner":{{"kind":"outline","on":"{HOST}"}},'
                                  f'"slot":"{time}","token":{token},"took_ms":{50 + slot // TICK_S % 50},"wake":"schedule"}}')
        teller.event(ended, job.stream, "lease.released", f'{{"token":{token}}}')
        job.rendered, job.skipped = f'"{receipt}"', ""
    yield teller.commit(slot + 130, [f"{job.job} rendered {words}: 1 new" for job in running])

    for job in waiting:
        job.skipped = f'{{"against":{job.rendered},"count":1,"from":"{time}","to":"{time}","why":"unchanged"}}'


def story(jobs, events, tzdata):
    """The commits of a ledger of so many events, a multiple of 4 from 1,000 on, in the order in which they were appended.
    What the jobs are left with is state, and belongs into a home's files."""
    teller, month = Teller(), None
    ticks = plan(jobs, (events - 2 * JOBS) // 4)
    begin = (END - len(ticks) * TICK_S) // 3600 * 3600
    yield contracts_change(teller, jobs, begin - TICK_S, lambda job: job.hourly, lambda job: job.first_text, tzdata)
    for number, running in enumerate(ticks):
        slot = begin + number * TICK_S
        if month is None or month.month != utc(slot + 130, "%Y-%m"):
            month = Month(utc(slot + 130, "%Y-%m"), jobs)
            yield month.commit(slot + 130)
        waiting = [job for job in jobs if job.group == number % GROUPS and job not in running]
        yield from tick(teller, month, slot, running, waiting)
    end = begin + len(ticks) * TICK_S
    yield contracts_change(teller, jobs, end, lambda job: RARELY, lambda job: job.last_text, tzdata)
