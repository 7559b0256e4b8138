#!/bin/sh
# A sink: the folder {input} holds the pages, 0001.jpg and so on, and book.json; {output} is the file to be written.
set -eu
cd "$1"
LC_ALL=C tar --create --format=ustar --sort=name --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=644 \
  --exclude=book.json --file="$2" -- *
