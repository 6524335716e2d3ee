"""Whoever has a clone can judge it: no home of hz, no network, nothing but the files."""

import os
import re
import shutil
import subprocess

from damage_bytes import flip, some_event
from forge import lie_alone


def git(*arguments):
    subprocess.run(["git", "-c", "advice.detachedHead=false", *map(str, arguments)], check=True, stdout=subprocess.PIPE,
                   stderr=subprocess.PIPE, env={"PATH": os.environ["PATH"], "HOME": "/nonexistent", "GIT_CONFIG_NOSYSTEM": "1"})


def judge(home, repository, cwd=None):
    return home.hz("audit", "verify", "--json", "--repo", repository, home=False, cwd=cwd)


def cloned(make):
    """Well as it is; not well once a byte of it is flipped."""
    def case(original):
        home = original.copy()
        clone = make(home)
        whole = home.must("audit", "verify", "--json").json["lanes"][0]
        answer = judge(home, clone)
        if answer.code != 0 or answer.err:
            return [f"ended with {answer.code}: {answer.out}{answer.err}"]
        lane, problems = answer.json["lanes"][0], []
        for name in ("lane", "commits", "events", "streams", "bodies", "tip"):
            if lane[name] != whole[name]:
                problems.append(f"{name} is {lane[name]}, not {whole[name]}")
        if "truncation cannot be ruled out" not in " ".join(answer.json["notes"]):
            problems.append(f"truncation is not called possible: {answer.json['notes']}")
        relative = judge(home, os.path.basename(clone), cwd=os.path.dirname(clone))
        if relative.code != 0:
            problems.append(f"a relative path ended with {relative.code}: {relative.out}{relative.err}")
        if any((home.folder / "nobody").glob("**/*")):
            problems.append("something was written to the person's home")
        return problems + damaged_clone(home, clone)
    return case


def damaged_clone(home, clone):
    event, commit = some_event(home.ledger.commits(), "job/contract:pulse", "receipt")
    blob = home.ledger.blob_of(event.path)
    git_dir = os.path.join(clone, ".git") if os.path.isdir(os.path.join(clone, ".git")) else str(clone)
    path = lie_alone(git_dir, blob)
    flip(path, os.path.getsize(path) // 2)
    answer = judge(home, clone)
    found = [(fault["event"], fault["file"], fault["commit"]) for fault in answer.json["faults"]]
    return [] if answer.code == 1 and found == [(event.id, event.path, commit.id)] else [f"a flipped byte: {answer.out}{answer.err}"]


def clone(*options):
    def make(home):
        # Without hard links: a damaged clone must not damage what it was cloned from.
        git("clone", "--no-hardlinks", *options, home.folder / "data" / "me.git", home.folder / "clone")
        return str(home.folder / "clone")
    return make


def borrowed(original):
    """A clone that borrows objects: one of them that was cut is a fault, and no reason to read for ever."""
    home = original.copy()
    event, commit = some_event(home.ledger.commits(), "job/contract:pulse", "receipt")
    path = home.ledger.loose(home.ledger.blob_of(event.path))
    git("clone", "--shared", "--bare", home.folder / "data" / "me.git", home.folder / "clone.git")
    whole = judge(home, home.folder / "clone.git")
    os.chmod(path, 0o600)
    os.truncate(path, os.path.getsize(path) // 2)
    answer = judge(home, home.folder / "clone.git")
    found = [(fault["event"], fault["file"], fault["commit"]) for fault in answer.json["faults"]]
    well = whole.code == 0 and answer.code == 1 and found == [(event.id, event.path, commit.id)]
    return [] if well else [f"{whole.out}{answer.out}"]


def copied(home):
    shutil.copytree(home.folder / "data" / "me.git", home.folder / "copy.git")
    return str(home.folder / "copy.git")


def packed(original):
    """git gc packs what lies loose and writes packed-refs: the same lane, judged the same; and the next tick goes on."""
    home = original.copy()
    git("-C", home.folder / "data" / "me.git", "gc", "--quiet", "--prune=now")
    before = home.must("audit", "verify", "--json").json["lanes"][0]
    home.must("system", "daemon", "tick", "--job", "pulse")
    after = home.must("audit", "verify", "--json").json["lanes"][0]
    return [] if after["events"] == before["events"] + 3 else [f"{before} {after}"]


def refused(make, kind, code, words):
    def case(original):
        home = original.copy()
        answer = judge(home, make(home))
        if answer.code != code:
            return [f"ended with {answer.code}: {answer.out}{answer.err}"]
        error = answer.json["error"]
        said = " | ".join(error[name] for name in ("what", "why", "kept", "fix"))
        return [] if error["kind"] == kind and re.fullmatch(words, said) else [str(error)]
    return case


def not_ours(home):
    git("init", home.folder / "theirs")
    return str(home.folder / "theirs")


def no_repository(home):
    return str(home.contracts)


def not_there(home):
    return str(home.folder / "nowhere")


def shallow(home):
    git("clone", "--depth", "2", "file://" + str(home.folder / "data" / "me.git"), home.folder / "shallow")
    return str(home.folder / "shallow")


def no_ledger_yet(original):
    home = original.copy()
    shutil.rmtree(home.folder / "data")
    shutil.rmtree(home.folder / "state")
    answer = home.hz("audit", "verify", "--json")
    made = [name for name in ("data", "state") if (home.folder / name).exists()]
    return [] if answer.code == 0 and answer.json["lanes"] == [] and not made else [answer.out + answer.err + str(made)]


def cases():
    name = "name a ledger of hz, or a clone or work tree of one"
    return [
        ("git clone", cloned(clone())),
        ("git clone --bare", cloned(clone("--bare"))),
        ("git clone --mirror", cloned(clone("--mirror"))),
        ("git clone --no-checkout", cloned(clone("--no-checkout"))),
        ("a copy of the folder", cloned(copied)),
        ("git clone --shared, and a borrowed object that was cut", borrowed),
        ("a ledger that git has packed", packed),
        ("a shallow clone", refused(shallow, "usage", 2, r".+ is a shallow clone \| Its history was cut off when it was cloned\. \| "
                                    r"Nothing was judged\. \| git fetch --unshallow")),
        ("a repository that is none of ours", refused(not_ours, "usage", 2, r"there is no lane of hz in .+ \| "
                                                      rf"None of its branches lies below hz/\. \| Nothing was judged\. \| {name}")),
        ("a folder that is no repository", refused(no_repository, "usage", 2, rf".+ cannot be opened as a git repository \| .+ \| Nothing was judged\. \| {name}")),
        ("a folder that is not there", refused(not_there, "usage", 2, rf".+ cannot be opened as a git repository \| .+ \| Nothing was judged\. \| {name}")),
        ("before the first event there is nothing to fault", no_ledger_yet),
    ]
