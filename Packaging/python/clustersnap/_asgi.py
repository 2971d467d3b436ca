"""``clustersnap serve`` behind ASGI: requests go to a process of the command over a socket's file."""
import asyncio
import atexit
import concurrent.futures
import http.client
import os
import shutil
import socket
import subprocess
import tempfile
import threading
import time
import urllib.parse

from ._library import ClusterSnapError, InputError, command

# Headers of one connection, and those that this application sets for the next one.
_OURS = {b"connection", b"keep-alive", b"te", b"transfer-encoding", b"upgrade", b"content-length", b"expect",
         b"x-forwarded-for", b"x-forwarded-host", b"x-forwarded-prefix", b"x-forwarded-proto"}
_BODY = 100 << 20


class _Connection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("localhost", timeout=600)
        self._path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self._path)


class Application:
    """An application of ASGI."""

    def __init__(self, folder, options):
        self._folder, self._words = os.fspath(folder), []
        if not os.path.isdir(self._folder):
            raise InputError(f"{self._folder} is no folder; name one with maps/*.json and data")
        for name, value in {"access_log": "none", **options}.items():
            if name == "listen":
                raise InputError("listen: the server of this application listens; leave it out")
            for one in value if isinstance(value, (list, tuple)) else [value]:
                if one is not None and one is not False:
                    self._words += ["--" + name.replace("_", "-")] + ([] if one is True else [str(one)])
        self._lock, self._process, self._owner = threading.Lock(), None, None
        self._threads = concurrent.futures.ThreadPoolExecutor(64, "clustersnap")
        atexit.register(self.close)

    def start(self):
        """Starts the process where none runs, and waits until it answers; the path of its socket."""
        with self._lock:
            if self._process is not None and self._owner == os.getpid() and self._process.poll() is None:
                return self._socket
            self._stop()
            self._room, self._owner = tempfile.mkdtemp(prefix="clustersnap-"), os.getpid()
            self._socket = os.path.join(self._room, "serve")
            self._process = subprocess.Popen(
                [command(), "serve", self._folder, "--listen", "unix:" + self._socket, *self._words], stdin=subprocess.DEVNULL)
            while self._process.poll() is None:
                try:
                    connection = _Connection(self._socket)
                    connection.connect()
                    connection.close()
                    return self._socket
                except OSError:
                    time.sleep(0.02)
            raise ClusterSnapError("clustersnap serve ended at its start; see the line above")

    def _stop(self):
        # A child of fork() leaves its parent's process alone.
        if self._process is not None and self._owner == os.getpid():
            self._process.terminate()
            self._process.wait()
            shutil.rmtree(self._room, ignore_errors=True)
        self._process = None

    def close(self):
        """Ends the process."""
        with self._lock:
            self._stop()

    def _ask(self, method, target, headers, body):
        for attempt in range(2):
            connection = _Connection(self.start())
            try:
                connection.putrequest(method, target, skip_host=True, skip_accept_encoding=True)
                for name, value in headers:
                    connection.putheader(name, value)
                if body or method in ("POST", "PUT", "PATCH"):
                    connection.putheader("content-length", str(len(body)))
                connection.endheaders(body or None)
                answer = connection.getresponse()
                return answer.status, answer.getheaders(), answer.read()
            except (ConnectionError, http.client.RemoteDisconnected):
                if attempt:
                    raise
            finally:
                connection.close()

    async def __call__(self, scope, receive, send):
        if scope["type"] == "lifespan":
            return await self._live(receive, send)
        if scope["type"] != "http":
            return await send({"type": "websocket.close", "code": 1000})
        body, more = b"", True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body, more = body + message.get("body", b""), message.get("more_body", False)
            if len(body) > _BODY:
                return await self._answer(send, 413, [], b"the body is too large\n")
        prefix = scope.get("root_path", "").rstrip("/")
        target = (scope.get("raw_path") or urllib.parse.quote(scope["path"]).encode()).decode("latin-1").split("?")[0]
        for written in (prefix, urllib.parse.quote(prefix)):
            if written and target.startswith(written + "/"):
                target = target[len(written):]
                break
        if scope.get("query_string"):
            target += "?" + scope["query_string"].decode("latin-1")
        headers = [(name, value) for name, value in scope["headers"] if name.lower() not in _OURS]
        host = next((value for name, value in headers if name.lower() == b"host"), b"localhost")
        headers += [(b"host", host)] if all(name.lower() != b"host" for name, _ in headers) else []
        headers += [(b"x-forwarded-host", host), (b"x-forwarded-proto", scope.get("scheme", "http").encode())]
        if scope.get("client"):
            headers.append((b"x-forwarded-for", scope["client"][0].encode()))
        if prefix:
            headers.append((b"x-forwarded-prefix", prefix.encode()))
        try:
            loop = asyncio.get_running_loop()
            status, kept, content = await loop.run_in_executor(self._threads, self._ask, scope["method"], target or "/", headers, body)
        except (OSError, http.client.HTTPException, ClusterSnapError) as error:
            return await self._answer(send, 502, [], f"clustersnap serve does not answer: {error}\n".encode())
        await self._answer(send, status, kept, content, scope["method"] == "HEAD" or status == 304)

    @staticmethod
    async def _answer(send, status, headers, content, is_bare=False):
        kept = [(name.lower().encode(), value.encode("latin-1")) for name, value in headers
                if name.lower() not in ("connection", "keep-alive", "transfer-encoding", "date") and (is_bare or name.lower() != "content-length")]
        if not is_bare:
            kept.append((b"content-length", str(len(content)).encode()))
        await send({"type": "http.response.start", "status": status, "headers": kept})
        await send({"type": "http.response.body", "body": content})

    async def _live(self, receive, send):
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                try:
                    await asyncio.get_running_loop().run_in_executor(self._threads, self.start)
                except (OSError, ClusterSnapError) as error:
                    return await send({"type": "lifespan.startup.failed", "message": str(error)})
                await send({"type": "lifespan.startup.complete"})
            elif message["type"] == "lifespan.shutdown":
                self.close()
                return await send({"type": "lifespan.shutdown.complete"})
