#!/usr/bin/env bash
# What a new user meets: a Debian with nothing in it but this checkout, where `./dev demo` and `./dev test` must succeed.
#
#   tests/chroot/trial.sh [--base FOLDER] [--keep] 12|13 [COMMAND…]
#
# Makes that Debian with debootstrap in a temporary folder, clones what is committed here into a path with a space, runs
# the COMMANDs (each one argument for ./dev; demo and test unless given) without a terminal, and removes everything again.
# --base names a folder that an earlier debootstrap made, to be copied instead; --keep leaves the folder for a look.
# Needs root, debootstrap, and apt's package lists (apt-get update).
set -euo pipefail
unset CDPATH
checkout=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)

usage() {
  sed -n '2,9s/^# \{0,1\}//p' "${BASH_SOURCE[0]}" >&2
  exit 2
}

base='' keep=no release='' commands=()
while (($# > 0)); do
  case $1 in
    --base) base=${2:?--base needs a folder} && shift ;;
    --keep) keep=yes ;;
    -*) usage ;;
    *) if [[ -z $release ]]; then release=$1; else commands+=("$1"); fi ;;
  esac
  shift
done
case $release in
  12) suite=bookworm ;;
  13) suite=trixie ;;
  *) usage ;;
esac
((${#commands[@]} > 0)) || commands=(demo test)
((EUID == 0)) || { echo "trial: a chroot needs root" >&2 && exit 2; }

system=$(mktemp -d "${TMPDIR:-/tmp}/hz-trial-XXXXXX")

clean_up() {
  umount "$system/dev/pts" "$system/dev/shm" "$system/proc" 2>/dev/null || true
  if mountpoint -q "$system/proc" || [[ $keep == yes ]]; then
    echo "trial: left in $system" >&2
  else
    rm -rf --one-file-system -- "$system"
  fi
}
trap clean_up EXIT

# The mirrors that this machine's own apt uses, never ones written down here: where they keep its release, they keep others.
repositories() {
  local own
  own=$(sed -n "s/^VERSION_CODENAME=//p" /etc/os-release)
  apt-get indextargets --format "deb \$(REPO_URI) \$(RELEASE) \$(COMPONENT)" 'Created-By: Packages' 'Origin: Debian' |
    sed -n "s/ $own/ $suite/p"
}

make_system() {
  if [[ -n $base ]]; then
    cp -a -- "$base/." "$system"
  else
    debootstrap --variant=minbase "$suite" "$system" \
      "$(repositories | awk -v suite="$suite" '$3 == suite {print $2; exit}')" >/dev/null
  fi
  repositories >"$system/etc/apt/sources.list"
  apt-config dump | grep -iE '^Acquire::(https?|Check-)[^ ]* "' >"$system/etc/apt/apt.conf.d/90trial" || true
  cp -a /etc/apt/auth.conf.d/. "$system/etc/apt/auth.conf.d/"
  cp -L /etc/resolv.conf /etc/hosts "$system/etc/"
  mount -t proc proc "$system/proc"
  mount -t tmpfs tmpfs "$system/dev/shm"
  mount -t devpts devpts "$system/dev/pts" 2>/dev/null || true # some sandboxes have no pseudo-terminals to give
}

run_in_system() {
  env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin CI=true \
    chroot "$system" bash -c "cd '/srv/a checkout of hz' && $1" </dev/null
}

make_system
git clone --quiet --no-local -- "$checkout" "$system/srv/a checkout of hz"
chown -R 0:0 "$system/srv"
echo "trial: Debian $(cat "$system/etc/debian_version"), $(git -C "$checkout" log -1 --format='%h %s')"
for command in "${commands[@]}"; do
  SECONDS=0
  echo "trial: ./dev $command"
  run_in_system "./dev $command"
  echo "trial: ./dev $command took $SECONDS s"
done

# What is in place stays in place: the second time nothing may be installed or fetched.
rm -f "$system/etc/resolv.conf" "$system/etc/apt/sources.list"
run_in_system './dev deps'
echo "trial: passed"
