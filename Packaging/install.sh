#!/bin/sh
# install.sh BINARY PREFIX [RUNNABLE]: puts the binary, its manual pages, its completions and all licenses below PREFIX. A binary for another
# architecture does not run here: RUNNABLE is one of the same sources that does.
set -eu
umask 022
binary=$1 prefix=$2 runnable=${3:-$1}
share=$prefix/share
packaging=${0%/*}
install -d "$share/doc/clustersnap/licenses"
install -m 644 "$packaging/../LICENSE" "$packaging/LICENSES.md" "$share/doc/clustersnap"
install -m 644 "$packaging"/licenses/*.txt "$share/doc/clustersnap/licenses"
install -d "$prefix/bin" "$share/man/man1" "$share/bash-completion/completions" "$share/zsh/site-functions" \
  "$share/fish/vendor_completions.d"
install -m 755 "$binary" "$prefix/bin/clustersnap"
"$runnable" manual -o "$share/man/man1"
"$runnable" completions bash > "$share/bash-completion/completions/clustersnap"
"$runnable" completions zsh > "$share/zsh/site-functions/_clustersnap"
"$runnable" completions fish > "$share/fish/vendor_completions.d/clustersnap.fish"
