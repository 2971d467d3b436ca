#!/usr/bin/env python3
"""Sends mixed requests to `clustersnap serve` for some minutes, many of them from clients that leave, and looks at what is left.

The rule: every answer has the status that its request should have, no descriptor is left, memory at the end is at most 1.2 times
that at half, and SIGTERM ends the server with status 0 while clients still ask. Exits with 1 where it is not kept.
"""
import argparse
import collections
import json
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

# Seconds that a drawing may take, and that SIGTERM may take beyond.
TIMEOUT, GRACE = 5, 2
BAD = {"/maps/wrold.png": 404, "/styles/light/static/0,0,99/9x9.png": 400, "/%00": 400, "/clusters/points/1/9/9.mvt": 404}


class Connection:
    """A connection to the server, with what has come and is not read yet."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.rest = b""

    def send(self, method, target, headers=(), body=b"", promised=None):
        lines = [f"{method} {target} HTTP/1.1", "Host: a", *headers]
        if body or promised:
            lines.append(f"Content-Length: {promised or len(body)}")
        self.socket.sendall("\r\n".join(lines).encode() + b"\r\n\r\n" + body)

    def more(self):
        data = self.socket.recv(1 << 16)
        if not data:
            raise ConnectionError("the server has closed the connection")
        self.rest += data

    def answer(self, method="GET"):
        """Status, headers in lowercase and body of the next answer; lines of `100 Continue` are passed over."""
        while True:
            while b"\r\n\r\n" not in self.rest:
                self.more()
            head, self.rest = self.rest.split(b"\r\n\r\n", 1)
            first, *lines = head.decode().split("\r\n")
            status = int(first.split()[1])
            if status != 100:
                break
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
        length = 0 if method == "HEAD" or status in (204, 304) else int(headers["content-length"])
        while len(self.rest) < length:
            self.more()
        body, self.rest = self.rest[:length], self.rest[length:]
        return status, headers, body

    def close(self):
        self.socket.close()


class Client(threading.Thread):
    """Sends requests one after the other until the end."""

    def __init__(self, soak, seed):
        super().__init__(daemon=True)
        self.soak, self.random, self.connection, self.tag = soak, random.Random(seed), None, None
        self.slow = []

    def run(self):
        kinds = [
            (22, self.picture), (14, self.unchanged), (16, self.tile), (4, self.view), (10, self.bad), (5, self.post),
            (3, self.dropped), (12, self.leaver), (6, self.half_head), (1, self.silent), (1, self.half_body),
            (4, self.half_closed), (2, self.pipeline)]
        while not self.soak.ends.is_set():
            kind = self.random.choices([kind for _, kind in kinds], [weight for weight, _ in kinds])[0]
            try:
                kind()
            except (OSError, ValueError, KeyError) as error:
                if not self.soak.ends.is_set():
                    self.soak.wrong(kind.__name__, repr(error))
                self.connection = None
            self.soak.counts[kind.__name__] += 1
        if self.connection:
            self.connection.close()
        for connection in self.slow:
            connection.close()

    def fresh(self):
        """An address that nothing was drawn for yet."""
        x, y, zoom = self.random.uniform(-170, 170), self.random.uniform(-60, 70), self.random.randint(0, 5)
        return f"/styles/light/static/{x:.5f},{y:.5f},{zoom}/320x200.png?source=points&basemap=none"

    def ask(self, method, target, wanted, headers=(), body=b""):
        if not self.connection or self.random.random() < 0.02:
            if self.connection:
                self.connection.close()
            self.connection = Connection(self.soak.port)
        self.connection.send(method, target, headers, body)
        status, headers, content = self.connection.answer(method)
        # Where more is drawn than the queue holds, that is the answer.
        if status not in wanted and status != 503:
            self.soak.wrong(f"{method} {target}", f"{status} {content[:200]}")
        if headers.get("connection") == "close":
            self.connection.close()
            self.connection = None
        return status, headers, content

    def picture(self):
        status, headers, content = self.ask("GET", "/maps/world.png", [200])
        self.tag = headers.get("etag", self.tag)
        if status == 200 and content[:4] != b"\x89PNG":
            self.soak.wrong("/maps/world.png", "no picture")

    def unchanged(self):
        self.ask("GET", "/maps/world.png", [200, 304], [f"If-None-Match: {self.tag}"] if self.tag else [])

    def tile(self):
        self.ask("GET", f"/clusters/points/3/{self.random.randint(0, 7)}/{self.random.randint(0, 7)}.mvt", [200, 204])

    def view(self):
        self.ask(self.random.choice(["GET", "HEAD"]), self.fresh(), [200])

    def bad(self):
        target, status = self.random.choice(list(BAD.items()))
        self.ask("GET", target, [status])

    def post(self):
        rows = "".join(f"{self.random.uniform(-90, 90)},{self.random.uniform(-60, 60)}\n" for _ in range(200))
        body = f"lon,lat\n{rows}".encode()
        self.ask("POST", "/render?size=64x48&basemap=none", [200], ["Content-Type: text/csv"], body)

    def dropped(self):
        method, target, status = self.random.choice(
            [("GET", "/maps/world.png", 200), ("POST", "/nowhere", 404), ("POST", "/maps/world.png", 405)])
        self.ask(method, target, [status], body=b"x" * self.random.randint(1, 300_000))

    def leaver(self):
        """Asks for a drawing and leaves before it is there, or in the middle of it."""
        connection = Connection(self.soak.port)
        connection.send("GET", self.random.choice([self.fresh(), "/maps/world.png", "/clusters/points/9/1/1.mvt?cellSize=33"]))
        time.sleep(self.random.choice([0, 0, 0.005, 0.02]))
        connection.close()

    def half_head(self):
        connection = Connection(self.soak.port)
        connection.socket.sendall(self.random.choice([b"G", b"GET /maps/world.png HT", b"GET / HTTP/1.1\r\nHost: a\r\nX"]))
        connection.close()

    def silent(self):
        """Half of a head from a client that stays: the server closes the connection."""
        if len(self.slow) > 4:
            connection = self.slow.pop(0)
            connection.socket.settimeout(60)
            if connection.socket.recv(1):
                self.soak.wrong("half of a head", "an answer")
            connection.close()
        self.slow.append(Connection(self.soak.port))
        self.slow[-1].socket.sendall(b"GET /maps/wor")

    def half_body(self):
        connection = Connection(self.soak.port)
        connection.send("POST", "/render", ["Content-Type: text/csv"], b"lon,lat\n" * 9000, promised=100_000)
        connection.close()

    def half_closed(self):
        """A whole request from a client that sends no more is answered."""
        connection = Connection(self.soak.port)
        connection.send("GET", self.random.choice([self.fresh(), "/maps/world.png"]))
        connection.socket.shutdown(socket.SHUT_WR)
        status = connection.answer()[0]
        if status not in (200, 503):
            self.soak.wrong("half-closed", status)
        connection.close()

    def pipeline(self):
        connection = Connection(self.soak.port)
        one = b"GET /health HTTP/1.1\r\nHost: a\r\n\r\n"
        connection.socket.sendall(one * 3)
        for _ in range(3):
            if connection.answer()[0] != 200:
                self.soak.wrong("pipeline", "no 200")
        connection.close()


class Soak:
    def __init__(self, ours, folder, words):
        self.folder, self.ends, self.faults = folder, threading.Event(), []
        self.counts, self.number = collections.Counter(), 0
        (folder / "site" / "maps").mkdir(parents=True)
        world = {"sources": {"points": "../points.csv"}, "size": [400, 300], "center": [0, 20], "zoom": 1, "basemap": "none"}
        (folder / "site" / "maps" / "world.json").write_text(json.dumps(world))
        self.renew()
        log = folder / "log"
        with open(log, "w") as file:
            self.process = subprocess.Popen(
                [ours, "serve", folder / "site", "--listen", "127.0.0.1:0", "--access-log", "none", "--timeout", str(TIMEOUT), *words],
                stderr=file)
        while "/\n" not in log.read_text():
            if self.process.poll() is not None:
                sys.exit(log.read_text())
            time.sleep(0.05)
        self.port = int(re.search(r":(\d+)/\n", log.read_text())[1])

    def wrong(self, subject, what):
        self.faults.append(f"{subject}: {what}")

    def renew(self):
        """Replaces the points as a whole, as files below a server should be."""
        self.number += 1
        rows = random.Random(self.number)
        text = "lon,lat,name\n" + "".join(f"{rows.uniform(-180, 180):.4f},{rows.uniform(-80, 80):.4f},n{i}\n" for i in range(5000))
        (self.folder / "fresh").write_text(text)
        (self.folder / "fresh").rename(self.folder / "site" / "points.csv")

    def state(self):
        """Megabytes and open descriptors of the server."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024, len(os.listdir(f"/proc/{self.process.pid}/fd"))

    def descriptors(self):
        """How many descriptors there are of each kind."""
        folder = Path(f"/proc/{self.process.pid}/fd")
        return collections.Counter(re.sub(r":.*", "", os.readlink(folder / name)) for name in os.listdir(folder))

    def clients(self, count):
        self.ends.clear()
        threads = [Client(self, seed) for seed in range(count)]
        for thread in threads:
            thread.start()
        return threads

    def stop(self, threads):
        self.ends.set()
        for thread in threads:
            thread.join(60)

    def run(self, seconds, clients):
        # What is opened once stays open: fonts and the threads' own.
        first = Client(self, 0)
        for kind in (first.picture, first.tile, first.view, first.post):
            kind()
        first.connection.close()
        time.sleep(2)
        before = self.descriptors()
        threads, start, states = self.clients(clients), time.time(), []
        next_change = start + 10
        while (passed := time.time() - start) < seconds and self.process.poll() is None:
            if passed >= len(states) * seconds / 20:
                states.append((sum(self.counts.values()), *self.state()))
            if time.time() > next_change:
                self.renew()
                next_change += 10
            time.sleep(0.2)
        if self.process.poll() is not None:
            sys.exit(f"the server ended with {self.process.returncode}: {(self.folder / 'log').read_text()[-2000:]}")
        elapsed = time.time() - start
        states.append((sum(self.counts.values()), *self.state()))
        self.stop(threads)
        faults = list(self.faults)
        # Heads without an end have their five seconds.
        time.sleep(7)
        left = self.descriptors()
        half, last, total = states[len(states) // 2][1], states[-1][1], states[-1][0]
        print(f"{total:,} requests in {elapsed:.0f} s, {total / elapsed:,.0f} a second, {self.number} states of the file")
        print("; ".join(f"{name} {count:,}" for name, count in sorted(self.counts.items())))
        print("requests, MB, descriptors: " + "; ".join(f"{n:,} {mb:.0f} {fd}" for n, mb, fd in states))
        threads = self.clients(clients)
        time.sleep(1)
        start = time.time()
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(60)
        taken = time.time() - start
        self.stop(threads)
        print(f"descriptors {before.total()} before and {left.total()} after; memory {half:.0f} MB at half, {last:.0f} at the end; SIGTERM took {taken:.1f} s")
        if last > 1.2 * half:
            faults.append("memory grows")
        # Embedded fonts are files in memory, each opened when it is first needed.
        del left["/memfd"]
        if left - before:
            faults.append(f"descriptors are left: {dict(left - before)}")
        if status != 0 or taken > TIMEOUT + GRACE:
            faults.append(f"SIGTERM ended the server after {taken:.1f} s with status {status}")
        return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ours", default=".build/release/clustersnap")
    parser.add_argument("--seconds", type=int, default=300)
    parser.add_argument("--clients", type=int, default=12)
    parser.add_argument("words", nargs="*", help="further options of serve, behind --")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        faults = Soak(os.path.abspath(options.ours), Path(folder), options.words).run(options.seconds, options.clients)
    for fault in faults[:20]:
        print("wrong:", fault)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
