"""A folder of maps behind ASGI, and the command as a module."""
import asyncio
import json
import subprocess
import sys

import pytest

import clustersnap as cs


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "maps").mkdir()
    (tmp_path / "maps/all.json").write_text('{"sources": {"p": {"points": [[1, 2], [30, 20]]}}, "size": [200, 100]}')
    (tmp_path / "places.csv").write_text("lon,lat\n1,2\n30,20\n")
    return tmp_path


def ask(application, *requests, root=""):
    """The answers to requests, between a start and an end of the application."""

    async def run():
        asked, answered = asyncio.Queue(), asyncio.Queue()
        life = asyncio.create_task(application({"type": "lifespan"}, asked.get, answered.put))
        await asked.put({"type": "lifespan.startup"})
        assert (await answered.get())["type"] == "lifespan.startup.complete"

        async def one(method, path, headers=(), body=b""):
            path, _, query = path.partition("?")
            scope = {
                "type": "http", "method": method, "path": root + path, "raw_path": (root + path).encode(), "query_string": query.encode(), "root_path": root,
                "headers": [(b"host", b"maps.example"), *headers], "scheme": "https", "client": ("192.0.2.7", 1),
            }
            parts, sent = [{"type": "http.request", "body": body}], []

            async def receive():
                return parts.pop(0)

            async def send(message):
                sent.append(message)

            await application(scope, receive, send)
            return sent[0]["status"], dict(sent[0]["headers"]), b"".join(part.get("body", b"") for part in sent[1:])

        answers = await asyncio.gather(*(one(*request) for request in requests))
        await asked.put({"type": "lifespan.shutdown"})
        assert (await answered.get())["type"] == "lifespan.shutdown.complete"
        await life
        return answers

    return asyncio.run(run())


def test_an_application_answers_as_the_server_does(folder):
    application = cs.asgi(folder, max_age=60)
    request = json.dumps({"sources": {"p": {"points": [[1, 2]]}}, "size": [50, 40]}).encode()
    picture, head, tiles, posted, missing = ask(
        application, ("GET", "/maps/all.png"), ("HEAD", "/maps/all.png"), ("GET", "/clusters/places.json"), ("POST", "/render", [(b"content-type", b"application/json")], request),
        ("GET", "/nowhere"), root="/pictures")
    assert picture[0] == 200 and picture[2][:4] == b"\x89PNG" and picture[1][b"content-length"] == str(len(picture[2])).encode()
    assert head[0] == 200 and head[2] == b"" and head[1][b"etag"] == picture[1][b"etag"] and picture[1][b"cache-control"].endswith(b"max-age=60")
    assert posted[0] == 200 and posted[2][16:24] == bytes([0, 0, 0, 50, 0, 0, 0, 40]) and missing[0] == 404
    # Addresses are those that its clients know.
    assert json.loads(tiles[2])["tiles"][0].startswith("https://maps.example/pictures/clusters/places/")
    assert ask(application, ("GET", "/maps/all.png", [(b"if-none-match", picture[1][b"etag"])]))[0][0] == 304
    assert application._process is None


def test_what_cannot_be_served_is_one_line(folder, capfd):
    with pytest.raises(cs.InputError, match="nowhere is no folder; name one with maps"):
        cs.asgi("nowhere")
    with pytest.raises(cs.InputError, match="listen: the server of this application listens; leave it out"):
        cs.asgi(folder, listen="127.0.0.1:0")
    (folder / "maps/all.json").write_text("{")
    with pytest.raises(cs.ClusterSnapError, match="clustersnap serve ended at its start; see the line above"):
        cs.asgi(folder, no_such_option=True).start()
    assert "no-such-option" in capfd.readouterr().err


def test_the_module_is_the_command():
    run = subprocess.run([sys.executable, "-m", "clustersnap", "serve", "nowhere"], capture_output=True, text=True, timeout=60)
    assert run.returncode == 2 and "nowhere" in run.stderr
