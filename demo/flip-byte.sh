#!/usr/bin/env bash
# Changes one byte of one object in a git repository: demo/flip-byte.sh REPOSITORY OBJECT
set -euo pipefail
file=$1/objects/${2:0:2}/${2:2}
chmod u+w "$file"
middle=$(($(stat -c %s "$file") / 2))
byte=$(dd if="$file" bs=1 skip="$middle" count=1 status=none | od -An -tu1)
printf '%b' "\\x$(printf '%02x' $((byte ^ 1)))" | dd of="$file" bs=1 seek="$middle" conv=notrunc status=none
echo "(byte $middle of $(basename "$(dirname "$file")")/$(basename "$file") is flipped)"
