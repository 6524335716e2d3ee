"""What has to hold after hz, or the machine, was stopped at any moment: nothing told is lost, nothing is to be repaired."""

import json

from home import PRINTED_EVENT, check_printed


def check_untouched(checks, home, out, err, where):
    """At once, with no step of hz in between: what was printed is there, for git and for hz; the ledger is whole."""
    told = check_printed(checks, home.ledger(), out, err, where)
    for line in err.splitlines():
        if found := PRINTED_EVENT.match(line):
            shown = home.hz("audit", "show", found[1])
            checks.check(shown.code == 0, f"{where}: hz audit show finds what was printed", f"{line}\n{shown}")
    check_whole(checks, home, where)
    return told


def check_whole(checks, home, where):
    if not home.repository.exists():
        return
    audit = home.audit()
    checks.check(audit.code == 0, f"{where}: the audit finds nothing", audit)
    fsck = home.git_says("fsck", "--strict", "--no-dangling", "--no-progress")
    checks.check(fsck == "", f"{where}: git fsck has nothing to say", fsck)


def check_goes_on(checks, home, where, arguments=()):
    """The next tick works without anybody's help, ends what was begun, and accounts for each slot exactly once."""
    tick = home.tick(*arguments)
    checks.check(tick.code in (0, 1), f"{where}: the next tick works", tick)
    ledger = home.ledger()
    told = check_printed(checks, ledger, tick.out, tick.err, where)
    checks.check(not ledger.open_leases(), f"{where}: no lease is open after a whole tick", tick)
    for job in ledger.jobs():
        slots = [event.data["slot"] for event in ledger.receipts(job) if event.data.get("slot")]
        checks.check(len(slots) == len(set(slots)), f"{where}: no slot of {job} has two receipts", slots)
        account = home.hz("system", "daemon", "slots", job)
        checks.check(account.code == 0, f"{where}: the slots of {job} have no gap", account)
    check_whole(checks, home, f"{where}, and a tick later")
    return told


def answered_ids(done):
    """The ids in the answer of a tick with --json; none if it did not answer."""
    try:
        return json.loads(done.out)["events"]
    except (ValueError, KeyError, TypeError):
        return []
