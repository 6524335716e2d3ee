"""Well-formed events, sealed and chained by another writer, that contradict the story: what events mean, not what they are."""

from damage_bytes import some_event, verified
from forge import canonical, digest
from worlds import at_event, in_story

JOB = "job/contract:pulse"
NEW_SLOT = "2031-05-04T03:00:00Z"
LATER_SLOT = "2031-05-04T03:01:00Z"


def memo(receipt):
    inputs = {name: seen["facets"] for name, seen in receipt["inputs"].items()}
    return digest(canonical({"contract": receipt["contract"], "epoch": receipt["epoch"], "inputs": inputs}))


class Pen:
    """Writes what hz would write next of a job, but for what a case changes."""

    def __init__(self, original, job=JOB):
        self.home, self.job = original.copy(), job
        self.ledger = self.home.ledger
        self.commits = self.ledger.commits()
        self.chain = [event for commit in self.commits for event in commit.events if event.stream == job]
        self.next = self.chain[-1].seq + 1
        self.old = next(event.data for event in self.chain if event.type == "receipt")

    def lease(self, slots=(NEW_SLOT,), **members):
        data = next(event.data for event in self.chain if event.type == "lease.acquired")
        data.pop("skipped", None)
        return (self.job, "lease.acquired", {**data, "slots": list(slots), **members})

    def receipt(self, slot=NEW_SLOT, **members):
        key = f"{self.job[4:]}@{slot}"
        data = {**self.old, "slot": slot, "as_of": slot, "key": key, "token": self.next, **members}
        if "memo" not in members:
            data["memo"] = memo(data)
        return (self.job, "receipt", data)

    def released(self, token=None):
        return (self.job, "lease.released", {"token": token or self.next})

    def tell(self, *told, expect):
        """`expect`: the place in what is told, and in which words it contradicts the story."""
        commit = self.ledger.append(*told)
        return verified(self.home, [in_story(commit.events[place], commit, what) for place, what in expect])


def honest(original):
    """What the others start from: this writer is believed when it tells what could have happened."""
    pen = Pen(original)
    return pen.tell(pen.lease(), pen.receipt(), pen.released(), expect=[])


def outside_its_lease(original):
    pen = Pen(original)
    token = next(event.seq for event in pen.chain if event.type == "lease.acquired")
    return pen.tell(pen.receipt(token=token), expect=[(0, f"is a receipt outside its lease: token {token} is not open")])


def after_its_lease(original):
    pen = Pen(original)
    return pen.tell(pen.lease(), pen.released(), pen.receipt(),
                    expect=[(2, f"is a receipt outside its lease: token {pen.next} is not open")])


def of_a_slot_not_leased(original):
    pen = Pen(original)
    return pen.tell(pen.lease(), pen.receipt(LATER_SLOT), expect=[(1, "is a receipt of a slot that its lease does not name")])


def by_hand_in_a_lease_of_slots(original):
    pen = Pen(original)
    manual = pen.receipt(None, as_of="2031-05-04T03:00:00.000Z", key="contract:pulse@manual:1")
    return pen.tell(pen.lease(), manual, expect=[(1, "is a receipt by hand in a lease of slots")])


def second_receipt(original):
    pen = Pen(original)
    slot = pen.old["slot"]
    return pen.tell(pen.lease([slot]), pen.receipt(slot, disposition="failed", draft=None, error="exit code 1"),
                    expect=[(1, f"is a second receipt of slot {slot}")])


def key_rendered_twice(original):
    pen = Pen(original)
    key = pen.old["key"]
    return pen.tell(pen.lease(), pen.receipt(key=key), expect=[(1, f"renders the key {key} a second time")])


def memo_that_does_not_fit(original):
    pen = Pen(original)
    return pen.tell(pen.lease(), pen.receipt(memo=digest(b"other")),
                    expect=[(1, "has a memo key that its contract, inputs and epoch do not make")])


def with_inputs(original, change, what):
    pen = Pen(original, "job/contract:digest")
    seen = dict(pen.old["inputs"]["status"])
    change(seen)
    return pen.tell(pen.lease(), pen.receipt(inputs={"status": seen}, epoch=NEW_SLOT), expect=[(1, what)])


def observation_not_there(original):
    return with_inputs(original, lambda seen: seen.update(observed=digest(b"never seen")),
                       "names an observation of input status that is not before it in the lane")


def other_facets(original):
    return with_inputs(original, lambda seen: seen.update(facets={"items": digest(b"other")}),
                       "tells other facets of input status than the observation that it names")


def skipped(slot, end=None):
    return [{"against": None, "count": 1, "from": slot, "to": end or slot, "why": "unchanged"}]


def skip_over_a_receipt(original):
    pen = Pen(original)
    slot = pen.old["slot"]
    return pen.tell((JOB, "job.paused", {"reason": None, "skipped": skipped(slot)}),
                    expect=[(0, f"skips slot {slot}, which has a receipt")])


def receipt_of_a_skipped_slot(original):
    pen = Pen(original)
    return pen.tell(pen.lease(skipped=skipped(NEW_SLOT)), pen.receipt(),
                    expect=[(1, f"is a receipt of slot {NEW_SLOT}, which was skipped")])


def lease_while_one_is_open(original):
    pen = Pen(original)
    return pen.tell(pen.lease(), pen.lease([LATER_SLOT]), expect=[(1, f"takes a lease while lease {pen.next} is open")])


def lease_that_ends_twice(original):
    pen = Pen(original)
    return pen.tell(pen.lease(), pen.released(), (JOB, "lease.lost", {"token": pen.next, "why": "process gone"}),
                    expect=[(2, f"ends lease {pen.next}, which is not open")])


def pauses(original):
    pen = Pen(original)
    return pen.tell((JOB, "job.resumed", {}), (JOB, "job.paused", {"reason": None}), (JOB, "job.paused", {"reason": None}),
                    expect=[(0, "resumes a job that is not paused"), (2, "pauses a job that is paused")])


def pauses_of_the_daemon(original):
    pen = Pen(original)
    stream = next(event.stream for commit in pen.commits for event in commit.events if event.stream.startswith("machine/"))
    return pen.tell((stream, "daemon.resumed", {}), (stream, "daemon.paused", {"reason": None}),
                    (stream, "daemon.paused", {"reason": None}),
                    expect=[(0, "resumes a daemon that is not paused"), (2, "pauses a daemon that is paused")])


def older_contract(original):
    """The contract was changed before the run began; the receipt says that it ran the old text."""
    pen = Pen(original)
    changed, _ = some_event(pen.commits, "contract/pulse", "contract.changed")
    data = {**changed.data, "fingerprint": digest(b"another text")}
    return pen.tell(("contract/pulse", "contract.changed", data), pen.lease(), pen.receipt(),
                    expect=[(2, "ran a contract that is not the newest one known when it began")])


def older_than_the_one_before(original):
    pen = Pen(original)
    honest_author = pen.commits[-1].author.split(" 1")[0]
    commit = pen.ledger.append((JOB, "job.paused", {"reason": None}), at="2026-01-01T00:00:00.000Z", author=honest_author + " 1767225600 +0000")
    return verified(pen.home, [in_story(commit.events[0], commit, "is older than the event before it in the lane")])


def chain_after_damage_is_not_judged(original):
    """What stands behind damage cannot be judged: one fault, not a heap of them."""
    pen = Pen(original)
    events = [event for event in pen.chain if event.type == "receipt"]
    commit = next(c for c in pen.commits if events[0] in c.events)
    place = pen.commits.index(commit)
    commit.files[events[0].path] = b"{}"
    pen.ledger.write(pen.commits, place)
    return verified(pen.home, [at_event(events[0], commit, "the file's bytes do not hash to its id; at is not a time like 2026-11-30T09:02:10.118Z")],
                    "--no-witness")


def cases():
    return [
        ("an honest story by another writer", honest),
        ("a receipt under the token of an older lease", outside_its_lease),
        ("a receipt after its lease", after_its_lease),
        ("a receipt of a slot that its lease does not name", of_a_slot_not_leased),
        ("a receipt by hand in a lease of slots", by_hand_in_a_lease_of_slots),
        ("a second receipt of a slot", second_receipt),
        ("a key rendered twice", key_rendered_twice),
        ("a memo key that does not fit", memo_that_does_not_fit),
        ("an observation that is not there", observation_not_there),
        ("facets that are not those observed", other_facets),
        ("a skip of a slot that has a receipt", skip_over_a_receipt),
        ("a receipt of a slot that was skipped", receipt_of_a_skipped_slot),
        ("a lease while one is open", lease_while_one_is_open),
        ("a lease that ends twice", lease_that_ends_twice),
        ("pauses of a job that do not alternate", pauses),
        ("pauses of the daemon that do not alternate", pauses_of_the_daemon),
        ("a run of a contract that was replaced", older_contract),
        ("an event older than the one before it", older_than_the_one_before),
        ("what stands behind damage is not judged", chain_after_damage_is_not_judged),
    ]
