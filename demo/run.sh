#!/usr/bin/env bash
# A short tour of hz's main job: contracts, ticks, receipts, audit. Usage: demo/run.sh HZ-BINARY
# Everything happens in a fresh HZ_HOME below a temporary folder; the clock is the real one, so the tour waits twice for
# the next minute.
set -euo pipefail

hz_binary=$(realpath "$1")
here=$(dirname "$(realpath "${BASH_SOURCE[0]}")")
repository=$(dirname "$here")
tour=$(mktemp -d)
trap 'rm -rf "$tour"' EXIT
export HZ_HOME=$tour/home TZ=Europe/Berlin NO_COLOR=1
export PATH=$tour/bin:$PATH
mkdir -p "$tour/bin" && ln -s "$hz_binary" "$tour/bin/hz"
contracts=$HZ_HOME/config/contracts

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }
# Shows a command and runs it.
run() { printf '\n$ %s\n' "$*"; eval "$*"; }
# The same for a command that is expected to end with 1.
run_not_well() {
  printf '\n$ %s\n' "$*"
  local code=0
  eval "$*" || code=$?
  echo "(exit code $code)"
  [ "$code" -eq 1 ] || { echo "The tour expected exit code 1."; exit 1; }
}
next_minute() {
  local left=$((61 - 10#$(date +%S)))
  printf '\n… %s s until the next minute, for a slot is a real minute\n' "$left"
  sleep "$left"
}

say "1. Three contracts: Markdown files with a schedule, inputs and a runner"
mkdir -p "$contracts/feeds"
cp "$here"/contracts/*.md "$here"/contracts/*.sh "$here"/contracts/status.json "$contracts/"
cp "$here"/feeds/* "$contracts/feeds/"
sed -i "s|@REPOSITORY@|$repository|" "$contracts/history.md"
run "cat \$HZ_HOME/config/contracts/digest.md"
run "hz contract check"

say "2. The first tick renders what is due, and every run leaves a receipt"
run "hz system daemon tick"
run "hz draft show digest"
run "hz draft show history"

say "3. The second tick skips, and says why: no input has changed"
next_minute
run "hz system daemon tick"
run "hz why digest"

say "4. Inputs change: one article is new, one is gone, a service went down"
cp "$here/changed/town.xml" "$contracts/feeds/town.xml"
cp "$here/changed/status.json" "$contracts/status.json"
next_minute
run "hz system daemon tick"
run "hz draft show digest"
run "hz system daemon slots digest"

say "5. The story is a git log; anybody can read it without hz"
run "git -C \"\$(hz ledger path)\" log --reverse --format='%h %s'"
run "hz audit verify"

say "6. One byte is changed in a copy of the ledger, and the audit names event, file and commit"
run "cp -r \"\$(hz ledger path)\" $tour/copy.git"
copy=$tour/copy.git
file=$(git -C "$copy" ls-tree -r --name-only HEAD | head -n 1)
blob=$(git -C "$copy" rev-parse "HEAD:$file")
"$here/flip-byte.sh" "$copy" "$blob"
run_not_well "hz audit verify --repo $tour/copy.git"

say "That was the main job. Next: hz --help, hz contract new digest, docs/guide/"
