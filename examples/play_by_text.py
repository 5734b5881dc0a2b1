"""Plays a game at a table of `ladder serve` by its text: python play_by_text.py ADDRESS GAME."""

import json
import random
import sys
from urllib.request import Request, urlopen


def ask(path: str, body: object = None) -> str:
    data = None if body is None else json.dumps(body).encode()
    address = f"{sys.argv[1].rstrip('/')}/api/v1/tables{path}"
    with urlopen(Request(address, data, {"content-type": "application/json"})) as answer:
        return str(answer.read().decode())


laid = ask("", {"game": sys.argv[2], "opponents": ["random", "first"], "options": {}})
table, told = json.loads(laid)["table"], {"number": "0", "phase": "starting"}
while told["phase"] not in {"over", "ended"}:
    text = ask(f"/{table}?as=text&legal=true&after={told['number']}")
    told = dict(line.split(": ") for line in text.partition("\n\n")[0].splitlines())
    print(text)
    if told["phase"] == "asking":
        move = random.choice(text.rstrip().rpartition("legal: ")[2].split(", "))
        ask(f"/{table}/moves", {"turn": int(told["turn"]), "move": move})
