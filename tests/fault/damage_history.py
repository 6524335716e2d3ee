"""Damage above bytes: trees, commits, refs and events, rewritten with git so that everything else fits.

Each case is judged twice. Without the witness the audit must find exactly what the case says; with it, also that the lane
does not descend from what this machine remembers.
"""

import json
import re

from damage_bytes import some_event, verified
from forge import Commit, Event, canonical, digest, replace, rewritten, seal, with_bytes
from worlds import at_event, fault, in_lane

TRUNCATION = "without a witness truncation cannot be ruled out: a lane that was shortened at its end looks whole"


def judged(home, wanted, tip, count):
    """`tip` and `count`: what the machine remembers of the lane that was replaced."""
    moved = fault("lane", commit=tip, what=f"does not descend from the tip that this machine remembers ({count} events): "
                                           "it was moved back or rewritten")
    return verified(home, wanted, "--no-witness") + verified(home, [*wanted, moved])


def rewriting(damage, position=4):
    """`damage(commits, i)` changes the commits from i on, and answers what must be found once they are written."""
    def case(original):
        home = original.copy()
        ledger = home.ledger
        commits = ledger.commits()
        tip, count = commits[-1].id, sum(len(commit.events) for commit in commits)
        found = damage(commits, position)
        ledger.write(commits, position)
        return judged(home, found(), tip, count)
    return case


# Trees


def file_missing(commits, i):
    event = commits[i].events[0]
    del commits[i].files[event.path]
    return lambda: [in_lane(commits[i], "its file is missing from the commit's tree", event.path, event.id)]


def file_removed_later(commits, i):
    event = commits[1].events[0]
    commits[i].gone = [event.path]
    return lambda: [in_lane(commits[i], "this file was removed", event.path, event.id)]


def file_changed_later(commits, i):
    event = commits[1].events[0]
    commits[i].files[event.path] = event.bytes + b"\n"
    return lambda: [in_lane(commits[i], "this file was changed", event.path, event.id)]


def file_added(commits, i):
    commits[i].files["notes.txt"] = b"nothing to see"
    return lambda: [in_lane(commits[i], "this file was added, and no trailer names it", "notes.txt")]


def event_added(commits, i):
    """A well-formed event in the tree that no trailer names."""
    event = rewritten(commits[i].events[0], seq=77)
    commits[i].files[event.path] = event.bytes
    return lambda: [in_lane(commits[i], "this file was added, and no trailer names it", event.path, event.id[:16])]


def swapped(commits, i):
    """Two events with each other's bytes, under names and trailers that stay."""
    one, _ = some_event(commits[i:], "job/contract:pulse", "receipt")
    other, _ = some_event(commits[i:], "job/contract:digest", "receipt")
    places = {event.id: commit for commit in commits for event in commit.events}
    places[one.id].files[one.path], places[other.id].files[other.path] = other.bytes, one.bytes
    return lambda: [at_event(event, places[event.id], "the file's bytes do not hash to its id") for event in (one, other)]


def swapped_in_one_stream(commits, i):
    """Neighbours of one chain: the first stops it, what follows cannot be judged any more."""
    one, first = some_event(commits[i:], "job/contract:pulse", "receipt")
    other, second = some_event(commits[i:], "job/contract:pulse", "receipt", 1)
    first.files[one.path], second.files[other.path] = other.bytes, one.bytes
    return lambda: [at_event(one, first, "the file's bytes do not hash to its id")]


# Events that are dropped


def dropped(commits, i):
    """File and trailer of a middle event, and nothing else: the lane's numbers have a gap."""
    event, commit = some_event(commits[i:], "job/contract:pulse", "receipt")
    at = commits.index(commit)
    commit.events.remove(event)
    del commit.files[event.path]
    if not commit.events:
        commits.remove(commit)
        commit = commits[at]
    follower = next(e for c in commits[at:] for e in c.events if e.number > event.number)
    where = next(c for c in commits if follower in c.events)
    what = f"its trailer gives it the number {follower.number} where {event.number} is next"
    wanted = [(e, f"its trailer gives it the number {e.number} where {e.number - 1} is next") for e in where.events if e.number > event.number]
    assert wanted[0] == (follower, what)
    return lambda: [in_lane(where, what, e.path, e.id) for e, what in wanted]


def renumber(commits):
    number = 0
    for commit in commits:
        commit.events = [Event(number + k, e.stream, e.seq, e.id, e.bytes) for k, e in enumerate(commit.events)]
        commit.files = {e.path: e.bytes for e in commit.events}
        number += len(commit.events)


def dropped_and_renumbered(commits, i):
    """The lane's numbers are made whole again; the stream's chain is not."""
    event, commit = some_event(commits[i:], "job/contract:pulse", "receipt")
    before = next(e for c in commits for e in c.events if e.stream == event.stream and e.seq == event.seq - 1)
    commit.events.remove(event)
    if not commit.events:
        commits.remove(commit)
    renumber(commits)
    follower, where = next((e, c) for c in commits for e in c.events if e.stream == event.stream and e.seq == event.seq + 1)
    assert before.seq + 2 == follower.seq
    return lambda: [at_event(follower, where, f"it has number {follower.seq} where {event.seq} was expected")]


def dropped_and_sealed_anew(commits, i):
    """Everything after it is written again: only the witness can tell, and what the events say."""
    gone, commit = some_event(commits[i:], "job/contract:pulse", "receipt")
    commit.events.remove(gone)
    if not commit.events:
        commits.remove(commit)
    before = next(e for c in commits for e in c.events if e.stream == gone.stream and e.seq == gone.seq - 1)
    prev, ids = before, {}
    for later in commits:
        for event in list(later.events):
            if event.stream == gone.stream and event.seq > gone.seq:
                data = event.data
                if data.get("token", 0) > gone.seq:
                    data["token"] -= 1
                new = rewritten(event, seq=event.seq - 1, prev=prev.id, data=data)
                new.seq -= 1
                ids[event.id] = new.id
                later.events = [new if e is event else e for e in later.events]
                prev = new
    renumber(commits)
    return lambda: []


# Commits


def other_subject(commits, i):
    commits[i].subject = "contract:digest rendered 1999-12-31 23:59"
    return lambda: []


def other_author(commits, i):
    honest = commits[i].author
    commits[i].author = "eve <abcdefghijkl@hz.invalid> 1700000000 +0000"
    person, seconds = honest.split(" 1")[0], commits[i].events[0].json["at"][:19] + "Z"
    what = f"its commit is not by {person} at {seconds}, as the event is"
    return lambda: [in_lane(commits[i], what, event.path, event.id) for event in commits[i].events]


def merge(commits, i):
    commits[i].second_parent = commits[0].id
    return lambda: [in_lane(commits[i], "is a merge: a lane is a linear chain")]


def no_trailers(commits, i):
    commits[i].message = "just a note\n"
    return lambda: [in_lane(commits[i], "is no commit of a lane: Its message is not a subject, an empty line and trailers.")]


def only_other_trailers(commits, i):
    commits[i].message = "a note\n\nSigned-off-by: eve\n"
    return lambda: [in_lane(commits[i], "adds no event")] + [
        in_lane(commits[i], "this file was added, and no trailer names it", event.path, event.id[:16]) for event in commits[i].events]


def malformed_trailer(commits, i):
    commits[i].message = commits[i].text().replace("Event: ", "Event: 0", 1)
    return lambda: [in_lane(commits[i], "is no commit of a lane: Line 3 of its message names no event.")]


def other_stream_in_trailer(commits, i):
    """The stream that it should be in misses it, too."""
    event = commits[i].events[0]
    honest, event.stream = event.stream, "job/contract:nobody"
    follower, where = next((e, c) for c in commits[i:] for e in c.events if e.stream == honest and e.seq == event.seq + 1)
    return lambda: [at_event(event, commits[i], f"it is an event of {honest}"),
                    at_event(follower, where, f"it has number {follower.seq} where {event.seq} was expected")]


def other_seq_in_trailer(commits, i):
    event = commits[i].events[0]
    honest, event.seq = event.seq, event.seq + 1
    return lambda: [at_event(event, commits[i], f"it says seq {honest}")]


def other_id_in_trailer(commits, i):
    """An id whose first digits fit, so that the file has the right name."""
    event = commits[i].events[0]
    event.id = event.id[:16] + digest(b"other")[16:]
    return lambda: [at_event(event, commits[i], "the file's bytes do not hash to its id")]


# Bytes that no writer makes, under ids that fit them


def bytes_of(make, why):
    def damage(commits, i):
        old = commits[i].events[0]
        new = with_bytes(old, make(old))
        replace(commits[i], old, new)
        return lambda: [at_event(new, commits[i], re.compile(why))]
    return damage


def with_member(text):
    return lambda event: event.bytes[:-1] + text.encode() + b"}"


def sorted_backwards(event):
    return json.dumps(dict(reversed(event.json.items())), separators=(",", ":"), ensure_ascii=False).encode()


def other_members(why, **members):
    return bytes_of(lambda event: canonical({**event.json, **members}), why)


def without(name, why):
    def make(event):
        members = event.json
        del members[name]
        return canonical(members)
    return bytes_of(make, why)


def nested(levels):
    data = {}
    for _ in range(levels - 2):
        data = {"x": data}
    return data


# Chains


def of_another_stream(commits, i):
    """A well-formed event of digest where pulse's next one should be."""
    old, where = some_event(commits[i:], "job/contract:pulse", "receipt")
    new = rewritten(old, stream="job/contract:digest")
    replace(where, old, new)
    return lambda: [at_event(new, where, "it is an event of job/contract:digest")]


def seq_gap(commits, i):
    old, where = some_event(commits[i:], "job/contract:pulse", "receipt")
    new = rewritten(old, seq=old.seq + 1)
    new.seq = old.seq + 1
    replace(where, old, new)
    return lambda: [at_event(new, where, f"it has number {old.seq + 1} where {old.seq} was expected")]


def wrong_prev(commits, i):
    old, where = some_event(commits[i:], "job/contract:pulse", "receipt")
    other = commits[0].events[0]
    new = rewritten(old, prev=other.id)
    replace(where, old, new)
    return lambda: [at_event(new, where, f"it follows {other.id[:12]} where {old.json['prev'][:12]} was expected")]


def first_event_twice(commits, i):
    """A second first event: the stream seems to begin again."""
    old, where = some_event(commits[i:], "job/contract:pulse", "receipt")
    new = rewritten(old, seq=1, prev=None)
    new.seq = 1
    replace(where, old, new)
    return lambda: [at_event(new, where, f"it has number 1 where {old.seq} was expected")]


def two_heirs(commits, i):
    """A fork: a second event that follows the one before its predecessor (O7)."""
    events = [(e, c) for c in commits[i:] for e in c.events if e.stream == "job/contract:pulse"]
    (first, _), (second, where) = events[0], events[1]
    new = rewritten(second, seq=first.seq, prev=first.json["prev"])
    new.seq = first.seq
    replace(where, second, new)
    return lambda: [at_event(new, where, f"it has number {first.seq} where {second.seq} was expected")]


# Refs


def moved_back(original):
    home = original.copy()
    ledger = home.ledger
    commits = ledger.commits()
    ledger.git("update-ref", ledger.lane, commits[-3].id)
    problems = judged(home, [], commits[-1].id, sum(len(commit.events) for commit in commits))
    answer = home.hz("audit", "verify", "--json", "--no-witness").json
    if answer["notes"] != [TRUNCATION] or answer["lanes"][0]["witness"] != "not witnessed":
        problems.append(f"truncation is not called possible: {answer}")
    said = home.hz("audit", "verify").out
    if commits[-1].id not in said:
        problems.append(f"people are not told the commit: {said}")
    return problems


def deleted(original):
    home = original.copy()
    ledger = home.ledger
    commits = ledger.commits()
    ledger.git("update-ref", "-d", ledger.lane)
    wanted = fault("lane", commit=commits[-1].id,
                   what=f"the lane is missing; this machine remembers {sum(len(c.events) for c in commits)} events")
    answer = home.hz("audit", "verify", "--json")
    if answer.code != 1 or [{k: f[k] for k in wanted} for f in answer.json["faults"]] != [wanted]:
        return [answer.out + answer.err]
    return []


def whole_ledger_deleted(original):
    import shutil
    home = original.copy()
    tip = home.ledger.commits()[-1].id
    shutil.rmtree(home.folder / "data" / "me.git")
    answer = home.hz("audit", "verify", "--json")
    found = [(f["scope"], f["commit"]) for f in answer.json["faults"]]
    return [] if answer.code == 1 and found == [("lane", tip)] else [answer.out + answer.err]


def names_nothing(original):
    """A ref to a commit that is not there."""
    home = original.copy()
    ledger = home.ledger
    nowhere = digest(b"nowhere")[:40]
    (home.folder / "data" / "me.git" / ledger.lane).write_text(nowhere + "\n")
    lost = in_lane(Commit("", "", [], nowhere), re.compile("commit .+ of the ledger cannot be read: .+"))
    return verified(home, [lost]) + verified(home, [lost], "--no-witness")


def cases():
    named = {
        "a file missing from its commit's tree": file_missing,
        "a file removed by a later commit": file_removed_later,
        "a file changed by a later commit": file_changed_later,
        "a file added to a tree": file_added,
        "an event added to a tree, named by no trailer": event_added,
        "two events of two streams swapped": swapped,
        "two events of one stream swapped": swapped_in_one_stream,
        "a middle event dropped (O7)": dropped,
        "a middle event dropped, the lane renumbered": dropped_and_renumbered,
        "a middle event dropped, all after it sealed anew": dropped_and_sealed_anew,
        "a commit with another message": other_subject,
        "a commit by another author": other_author,
        "a merge": merge,
        "a commit without trailers": no_trailers,
        "a commit with trailers of other keys only": only_other_trailers,
        "a trailer that is malformed": malformed_trailer,
        "a trailer that tells another stream": other_stream_in_trailer,
        "a trailer that tells another seq": other_seq_in_trailer,
        "a trailer that tells another id": other_id_in_trailer,
        "an event of another stream in a chain": of_another_stream,
        "a gap in a stream's seq": seq_gap,
        "a wrong prev": wrong_prev,
        "a stream that begins again": first_event_twice,
        "two events that follow the same one (O7)": two_heirs,
        "a duplicate member (O3)": bytes_of(with_member(',"v":1'), r"duplicate member at byte \d+"),
        "a duplicate member, spelled otherwise": bytes_of(with_member(',"\\u0076":1'), r"duplicate member at byte \d+"),
        "white space": bytes_of(lambda e: e.bytes.replace(b',"v"', b', "v"'), r"not canonical at byte \d+"),
        "another order of members (O7)": bytes_of(sorted_backwards, "not canonical at byte 2"),
        "a carriage return and line feed at the end (O7)": bytes_of(lambda e: e.bytes + b"\r\n", r"not canonical at byte \d+"),
        "a byte less (O7)": bytes_of(lambda e: e.bytes[:-1], r"not JSON at byte \d+"),
        "a line feed at the end": bytes_of(lambda e: e.bytes + b"\n", r"not canonical at byte \d+"),
        "an escape that is not needed": bytes_of(lambda e: e.bytes.replace(b'"ada"', b'"\\u0061da"'), r"not canonical at byte \d+"),
        "a number spelled otherwise": bytes_of(with_member(',"w":1e0'), r"(not canonical|a number that is not an integer.*) at byte \d+"),
        "a fraction": bytes_of(with_member(',"w":0.5'), r"a number that is not an integer within 2\^53 at byte \d+"),
        "a number beyond 2^53": bytes_of(with_member(',"w":9007199254740993'), r"a number that is not an integer within 2\^53 at byte \d+"),
        "bytes that are not UTF-8 (O4)": bytes_of(lambda e: e.bytes[:-1] + b',"w":"\xff"}', r"not UTF-8 at byte \d+"),
        "a lone surrogate": bytes_of(with_member(',"w":"\\ud800"'), r"lone surrogate at byte \d+"),
        "bytes after the event": bytes_of(lambda e: e.bytes + b"{}", r"not JSON at byte \d+"),
        "an empty file": bytes_of(lambda e: b"", r"not JSON at byte \d+"),
        "65 levels": bytes_of(lambda e: canonical({**e.json, "data": nested(66)}), r"more than 64 levels at byte \d+"),
        "more than 1 MiB": bytes_of(lambda e: canonical({**e.json, "data": {"x": "y" * (1 << 20)}}), r".*more than.*bytes.*|.*more than the 1048576 that hz reads.*"),
        "an array": bytes_of(lambda e: b"[]", "not an object"),
        "no type": without("type", "type is not a text that is not empty"),
        "no prev": without("prev", "prev is not null or an event's id"),
        "a prev that is null in the middle": other_members("prev is null exactly in the first event of a stream", prev=None),
        "a time without milliseconds": other_members(r"at is not a time like 2026-11-30T09:02:10\.118Z", at="2026-11-30T09:02:10Z"),
        "a seq of 0": other_members("seq is not a whole number from 1", seq=0),
        "a note that is a text": other_members("note is not true or false", note="yes"),
    }
    whole = [("a lane moved back", moved_back), ("a lane deleted", deleted), ("the whole ledger deleted", whole_ledger_deleted),
             ("a ref to a commit that is not there", names_nothing)]
    return [(name, rewriting(damage)) for name, damage in named.items()] + whole
