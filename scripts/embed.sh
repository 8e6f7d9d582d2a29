#!/bin/sh
# Prints a text file as a C string literal, one line a line, to be #included in an initialiser.
set -eu
sed -e 's/\\/\\\\/g' -e 's/"/\\"/g' -e 's/^/"/' -e 's/$/\\n"/' "$1"
