#!/bin/bash
# Asks /health of the server that the container runs, at the address of its --listen, else port 8080; passes where it runs none.
# A socket of a file is asked by perl, which each Debian has; bash has no such sockets, and the image no curl.
mapfile -d '' -t words < "${CLUSTERSNAP_COMMAND:-/proc/1/cmdline}"
[[ " ${words[*]} " == *" serve "* ]] || exit 0
address=127.0.0.1:8080
for index in "${!words[@]}"; do
  case ${words[index]} in
    --listen) address=${words[index + 1]} ;;
    --listen=*) address=${words[index]#--listen=} ;;
  esac
done
if [[ $address == unix:?* ]]; then
  line=$(perl -MIO::Socket::UNIX -e '
    alarm 5;
    my $socket = IO::Socket::UNIX->new(Peer => $ARGV[0]) or die "$ARGV[0]: $!\n";
    $socket->syswrite("GET /health HTTP/1.0\r\n\r\n");
    print scalar <$socket>' "${address#unix:}") || exit 1
else
  host=${address%:*}
  host=${host#[} host=${host%]}
  case $host in
    '' | 0.0.0.0) host=127.0.0.1 ;;
    ::) host=::1 ;;
  esac
  exec 3<> "/dev/tcp/$host/${address##*:}" || exit 1
  printf 'GET /health HTTP/1.0\r\n\r\n' >&3
  read -r -t 5 line <&3
fi
[[ $line == *" 200 "* ]]
