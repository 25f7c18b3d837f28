"""A network between a browser and the host that can be lost: connections stand, and nothing comes through."""

import contextlib
import selectors
import socket
import threading


class Network:
    """Passes on what goes to a port of this machine, as long as it is not lost.

    It listens at the same port of another address of this machine, since the host answers only to its own name and
    port: a browser that is started with `browser_option` finds it by the name `localhost`.
    """

    browser_option = "--host-resolver-rules=MAP localhost 127.0.0.2"

    def __init__(self, port):
        self._target = port
        self._server = socket.create_server(("127.0.0.2", port))
        self.address = f"http://localhost:{port}/"
        self._there = threading.Event()
        self._there.set()
        self._pairs = []
        self._lock = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    def lose(self):
        """Nothing comes through any more, and nobody is told."""
        self._there.clear()

    def find(self):
        """It is there again; what was open before stays dead, as behind a router that has forgotten it."""
        with self._lock:
            pairs, self._pairs = self._pairs, []
            self._there.set()
        for pair in pairs:
            _close(*pair)

    def close(self):
        self._server.close()
        self.find()

    def _accept(self):
        while True:
            try:
                near, _ = self._server.accept()
            except OSError:
                return
            far = None
            with self._lock:
                if self._there.is_set():
                    with contextlib.suppress(OSError):
                        far = socket.create_connection(("127.0.0.1", self._target))
                self._pairs.append((near, far))
            if far:
                threading.Thread(target=self._pass_on, args=(near, far), daemon=True).start()

    def _pass_on(self, near, far):
        watch = selectors.DefaultSelector()
        with contextlib.suppress(OSError, ValueError):
            watch.register(near, selectors.EVENT_READ, far)
            watch.register(far, selectors.EVENT_READ, near)
            while True:
                for key, _ in watch.select(0.5):
                    bytes_ = key.fileobj.recv(65536)
                    while not self._there.is_set():
                        # What was on its way when the network went is lost with it, and so is the connection.
                        if near.fileno() < 0 or self._there.wait(0.2):
                            return _close(near, far)
                    if not bytes_:
                        return _close(near, far)
                    key.data.sendall(bytes_)
        return _close(near, far)


def _close(*sockets):
    for one in sockets:
        if one:
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
            with contextlib.suppress(OSError):
                one.close()
