#!/bin/sh
# A runner: the document on standard input has the items; what goes to standard output is the draft.
echo "# What happened in this repository"
echo
grep -o '"text":"[^"]*"' | head -n 1 | sed 's/^"text":"//; s/"$//; s/\\n/\n/g' | head -n 5 | sed 's/^/- /'
