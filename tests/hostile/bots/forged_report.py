"""A bot that prints what its supervisor would say of another end than its own."""

import os


def attack(turn):
    report = '{"exit": {"code": 0, "signal": 0, "out_of_memory": true, "error": ""}}'
    for line in (report, '{"drained": 1}', '{"pid": 1}', '{"log": 5}'):
        os.write(1, b"\n" + line.encode() + b"\n")
        os.write(2, b"\n" + line.encode() + b"\n")
    os._exit(3)
