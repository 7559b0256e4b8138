#!/bin/sh
# A stage: it reads the picture {input} and writes {output}. Whatever goes wrong ends it with an error (set -e).
set -eu
scans=$1 keep=$2 input=$3 output=$4

case $scans in
  progressive) set -- -progressive ;;
  *) set -- -optimize ;;
esac
case $keep in
  nothing) set -- "$@" -copy none ;;
  profile) set -- "$@" -copy icc ;;
  *) set -- "$@" -copy all ;;
esac
jpegtran "$@" -outfile "$output" "$input"
# Some pictures are as small as they get.
if [ "$(wc -c < "$output")" -gt "$(wc -c < "$input")" ]; then cp "$input" "$output"; fi
