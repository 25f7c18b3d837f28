"""The least that can bring an event to the screen: a page that posts it, and a server that answers at once and sends it
back to the page's feed. What a page of the command takes longer than this is the command's."""

import asyncio
import json
import threading

page = """<!DOCTYPE html>
<html lang="en"><meta charset="utf-8"><title>Bare</title><link rel="icon" href="data:,">
<p id="shown">0</p>
<script>
  const shown = document.getElementById('shown').firstChild;
  const feed = new EventSource('/feed');
  feed.addEventListener('update', ({ data }) => { shown.data = JSON.parse(data).number; });
  const headers = { 'Content-Type': 'application/json' };
  let number = 0;
  function press() {
    number += 1;
    const body = { events: [{ n: number, at: performance.now(), event: { event: 'tapped', id: 'shown' } }] };
    fetch('/events', { method: 'POST', headers, body: JSON.stringify(body) });
  }
</script></html>"""


class _Connection(asyncio.Protocol):
    """One connection, which stays open; its requests come one after the other."""

    feeds = set()

    def connection_made(self, transport):
        self.transport, self.received = transport, b""

    def connection_lost(self, _):
        self.feeds.discard(self.transport)

    def data_received(self, data):
        self.received += data
        while (end := self.received.find(b"\r\n\r\n")) >= 0:
            first, *lines = self.received[:end].decode().split("\r\n")
            heads = dict(line.lower().split(": ", 1) for line in lines)
            whole = end + 4 + int(heads.get("content-length", "0"))
            if len(self.received) < whole:
                return
            body, self.received = self.received[end + 4:whole], self.received[whole:]
            self.answer(first, body)

    def answer(self, request, body):
        if request.startswith("POST /events "):
            number = json.loads(body)["events"][0]["n"]
            update = f"event: update\ndata: {json.dumps({'number': number})}\n\n".encode()
            for feed in self.feeds:
                feed.write(update)
            self.say("200 OK", "application/json", json.dumps({"taken": number}))
        elif request.startswith("GET /feed "):
            self.transport.write(b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nCache-Control: no-store\r\n\r\n")
            self.feeds.add(self.transport)
        elif request.startswith("GET / "):
            self.say("200 OK", "text/html", page)
        else:
            self.say("404 Not Found", "text/plain", "")

    def say(self, status, kind, text):
        body = text.encode()
        head = f"HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n\r\n"
        self.transport.write(head.encode() + body)


class Bare:
    """The server, in a thread of its own."""

    def __init__(self):
        self._loop = asyncio.new_event_loop()
        server = self._loop.run_until_complete(self._loop.create_server(_Connection, "127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/"
        threading.Thread(target=self._loop.run_forever, daemon=True).start()

    def close(self):
        self._loop.call_soon_threadsafe(self._loop.stop)
