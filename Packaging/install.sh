#!/bin/sh
# install.sh BINARY PREFIX: puts the binary, its manual pages and its completions below PREFIX.
set -eu
umask 022
binary=$1 prefix=$2
share=$prefix/share
install -d "$prefix/bin" "$share/man/man1" "$share/bash-completion/completions" "$share/zsh/site-functions" \
  "$share/fish/vendor_completions.d"
install -m 755 "$binary" "$prefix/bin/clustersnap"
"$binary" manual -o "$share/man/man1"
"$binary" completions bash > "$share/bash-completion/completions/clustersnap"
"$binary" completions zsh > "$share/zsh/site-functions/_clustersnap"
"$binary" completions fish > "$share/fish/vendor_completions.d/clustersnap.fish"
