"""A bot that ends in the middle of the frame of its answer."""

import os
import socket
import threading


def relay(source, target, outward):
    while data := source.recv(65536):
        if outward and cut.is_set():
            target.sendall(data[: len(data) // 2])
            os._exit(0)
        target.sendall(data)


def serve():
    near, _ = door.accept()
    far = socket.socket(socket.AF_UNIX)
    far.connect(address.removeprefix("unix:"))
    threading.Thread(target=relay, args=(near, far, True), daemon=True).start()
    relay(far, near, False)


address, os.environ["ARENA_SOCKET"] = os.environ["ARENA_SOCKET"], "unix:/tmp/door"
cut = threading.Event()
door = socket.socket(socket.AF_UNIX)
door.bind("/tmp/door")
door.listen()
threading.Thread(target=serve, daemon=True).start()


def attack(turn):
    cut.set()
