"""What a tick makes of damage, and of events that a newer hz wrote: one job stops, the others run."""

import os
import re

from damage_bytes import flip, some_event, verified
from worlds import CONTRACTS

FRESH = "\n  schedule: \"* * * * *\"\n  runner: {command: [echo, well]}\n"


def with_work(home):
    """Every contract has a slot again, and there is one more job whose stream is sound."""
    home.write_contract("another", FRESH)
    home.forget_last_tick()
    home.forget_index()


def ticked(home, trouble, disposition, *options):
    """Problems, unless the tick ends with 1, that job is in trouble in these words, and another job rendered."""
    answer = home.hz("system", "daemon", "tick", "--json", *options)
    if answer.code != 1:  # standard error tells what happens meanwhile
        return [f"tick ended with {answer.code}: {answer.out}{answer.err}"]
    lines = answer.json["jobs"]
    problems = []
    for job, words in trouble.items():
        mine = [(line["disposition"], line["why"]) for line in lines if line["job"] == job]
        if len(mine) != 1 or mine[0][0] != disposition or not re.fullmatch(words, mine[0][1]):
            problems.append(f"{job} is not {disposition} in these words ({words}): {mine}")
    others = {line["job"] for line in lines if line["disposition"] == "rendered"}
    if "contract:another" not in others or others & set(trouble):
        problems.append(f"rendered: {sorted(others)}")
    return problems


def damaged_stream(stream, kind, *jobs):
    def case(original):
        home = original.copy()
        ledger = home.ledger
        event, commit = some_event(ledger.commits(), stream, kind)
        path = ledger.loose(ledger.blob_of(event.path))
        flip(path, os.path.getsize(path) // 2)
        with_work(home)
        before = ledger.lines(stream)
        words = (rf"the chain of {re.escape(stream)} breaks at event {event.id[:12]} \(seq {event.seq}\): "
                 rf"{re.escape(event.path)} in commit {commit.id[:12]}: the file cannot be read \(.+\)\.")
        problems = ticked(home, {job: words for job in jobs}, "damaged")
        return problems + ([] if ledger.lines(stream) == before else ["the damaged stream was written"])
    return case


def stopped_lane(damage):
    """Trees and commits: nothing runs, nothing is written, and the message says which."""
    def case(original):
        home = original.copy()
        ledger = home.ledger
        named = damage(ledger, ledger.commits())
        with_work(home)
        tip = ledger.git("rev-parse", ledger.lane)
        answer = home.hz("system", "daemon", "tick", "--json")
        if answer.code != 7:
            return [f"tick ended with {answer.code}: {answer.out}{answer.err}"]
        error = answer.json["error"]
        said = error["what"] + " " + error["why"]
        problems = [] if named in said and error["kind"] == "damaged" else [f"{named} is not named: {error}"]
        if ledger.git("rev-parse", ledger.lane) != tip:
            problems.append("the lane was written")
        return problems
    return case


def removed_tree(ledger, _):
    tree = ledger.git("rev-parse", ledger.lane + ":events/00")
    os.remove(ledger.loose(tree))
    return tree[:7]


def damaged_commit(ledger, commits):
    flip(ledger.loose(commits[3].id), 40)
    return commits[3].id[:7]


def merged(ledger, commits):
    commits[3].second_parent = commits[0].id
    ledger.write(commits, 3)
    return commits[3].id[:7]


def file_dropped(ledger, commits):
    event = commits[3].events[0]
    commits[3].files = {}
    ledger.write(commits, 3)
    return event.path


def newer(stream, data, jobs, kind="lease.renamed", note=False, **envelope):
    """An event that this hz cannot read: shown as it is, its stream written only if it is a note."""
    def case(original):
        home = original.copy()
        ledger = home.ledger
        by = {**ledger.commits()[-1].events[-1].json["by"], "version": "9.1.0"}
        commit = ledger.append((stream, kind, data), by=by, **({"note": True} if note else {}), **envelope)
        event = commit.events[0]
        problems = verified(home, [])
        shown = home.hz("audit", "show", event.id[:12], "--json")
        if shown.code != 0 or event.json != {k: v for k, v in {**shown.json.get("event", shown.json)}.items() if k in event.json}:
            problems.append(f"it is not shown as it is: {shown.out}{shown.err}")
        log = home.hz("audit", "log", "--json", "--limit", "1").json["items"][0]
        if (log["id"], log["type"]) != (event.id, kind):
            problems.append(f"it is not in the log: {log}")
        with_work(home)
        if note:
            (home.contracts / "status.json").write_text('{"services": []}')
            answer = home.must("system", "daemon", "tick", "--job", jobs[0].split(":")[1], "--json").json
            if [line["disposition"] for line in answer["jobs"]] != ["rendered"]:
                problems.append(f"a stream with a note is not written: {answer}")
            return problems + verified(home, [])
        words = rf"the stream {re.escape(stream)} holds an event that this hz does not understand: {re.escape(kind)}: .+; it was written by hz 9\.1\.0"
        problems += ticked(home, {job: words for job in jobs}, "failed")
        problems += verified(home, [])
        if any(e.stream == stream for c in ledger.commits() for e in c.events if e.number > event.number):
            problems.append("the stream was written")
        return problems
    return case


def newer_machine(original):
    """Whether the daemon is paused cannot be known: nothing runs."""
    home = original.copy()
    ledger = home.ledger
    stream = next(e.stream for c in ledger.commits() for e in c.events if e.stream.startswith("machine/"))
    by = {**ledger.commits()[-1].events[-1].json["by"], "version": "9.1.0"}
    ledger.append((stream, "daemon.throttled", {}), by=by)
    with_work(home)
    answer = home.hz("system", "daemon", "tick")
    said = answer.err + answer.out
    return [] if answer.code == 4 and "update hz to 9.1.0 or newer" in said else [f"ended with {answer.code}: {said}"]


def unknown_kind_of_stream(original):
    """A stream that this hz knows nothing of is nobody's trouble."""
    home = original.copy()
    event = home.ledger.append(("weather/berlin", "rain.fell", {"mm": 3})).events[0]
    with_work(home)
    answer = home.hz("system", "daemon", "tick", "--json")
    if answer.code != 0 or "rendered" not in {line["disposition"] for line in answer.json["jobs"]}:
        return [answer.out + answer.err]
    shown = home.must("audit", "show", event.id, "--json").out
    return verified(home, []) + ([] if "rain.fell" in shown else [shown])


def unknown_members(original):
    """Members that a newer hz added are kept, and the stream goes on."""
    home = original.copy()
    event = home.ledger.append(("job/contract:quiet", "job.paused", {"reason": None, "mood": "low"}), wind="west").events[0]
    home.must("system", "daemon", "resume", "--job", "quiet")
    shown = home.must("audit", "show", event.id, "--json").out
    return verified(home, []) + ([] if "mood" in shown and "west" in shown else [shown])


def cases():
    digest_source = "job/contract:digest"
    assert set(CONTRACTS) == {"digest", "pulse", "quiet"}
    return [
        ("tick: a damaged job stops that job", damaged_stream("job/contract:pulse", "receipt", "contract:pulse")),
        ("tick: a damaged contract's history stops its job", damaged_stream("contract/quiet", "contract.changed", "contract:quiet")),
        ("tick: a damaged source stops its jobs", damaged_source),
        ("tick: a removed tree stops the lane", stopped_lane(removed_tree)),
        ("tick: a damaged commit stops the lane", stopped_lane(damaged_commit)),
        ("tick: a merge stops the lane", stopped_lane(merged)),
        ("tick: a file that is missing stops the lane", stopped_lane(file_dropped)),
        ("newer: a type of event that is not known", newer("job/contract:pulse", {"token": 1}, ["contract:pulse"])),
        ("newer: another version of a known type",
         newer("job/contract:pulse", {"token": 1}, ["contract:pulse"], kind="lease.released", v=2)),
        ("newer: a known type with members that are not",
         newer("job/contract:pulse", {"token": "one"}, ["contract:pulse"], kind="lease.released")),
        ("newer: in a contract's history", newer("contract/quiet", {}, ["contract:quiet"], kind="contract.split")),
        ("newer: a note does not keep the stream from being written",
         newer(digest_source, {"mood": "fine"}, ["contract:digest"], kind="job.remarked", note=True)),
        ("newer: in the machine's stream", newer_machine),
        ("newer: a kind of stream that is not known", unknown_kind_of_stream),
        ("newer: members that are not known", unknown_members),
    ]


def damaged_source(original):
    source = next(e.stream for c in original.home.ledger.commits() for e in c.events if e.stream.startswith("source/json-"))
    return damaged_stream(source, "source.observed", "contract:digest")(original)
