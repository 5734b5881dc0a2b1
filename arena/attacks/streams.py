"""Attacks with well-formed gRPC calls: how streams begin and end, and more than one of them."""

from arena.attacks.attack import Attack, client
from arena.attacks.turns import MIDDLE, middle

STREAMS: dict[str, Attack] = {
    # --- the start ---
    "no_join": Attack(
        "opens its stream and never joins", client("connect(); hear()"), ("no_start",), "no Join"
    ),
    "join_of_revision_0": Attack(
        "joins with a revision of 0",
        client("connect(); say(pb.BotMessage(join=pb.Join())); time.sleep(60)"),
        ("protocol",),
        "revision was 0",
    ),
    "join_of_the_last_revision": Attack(
        "joins with a revision of 2^32-1",
        client("connect(); say(pb.BotMessage(join=pb.Join(revision=2**32-1))); time.sleep(60)"),
        ("protocol",),
        "revision was 4294967295",
    ),
    "choice_instead_of_join": Attack(
        "answers before it has joined",
        client("connect(); say(pb.BotMessage(choice=pb.Choice(turn=1))); join(); time.sleep(60)"),
        ("protocol",),
        "no Join",
    ),
    "half_close_instead_of_join": Attack(
        "closes its side of the stream instead of joining",
        client("connect(); out.put(None); time.sleep(60)"),
        ("no_start",),
        "closed its stream",
    ),
    "answer_right_after_join": Attack(
        "answers the first question, with no move, before it is asked",
        client("connect(); join(); say(pb.BotMessage(choice=pb.Choice(turn=1))); time.sleep(60)"),
        ("protocol",),
    ),
    "two_joins_at_once": Attack(
        "joins twice before anything else",
        client("connect(); join(); join(); time.sleep(60)"),
        ("protocol",),
    ),
    "huge_metadata": Attack(
        "opens its stream with a megabyte of metadata",
        client(
            "channel = grpc.insecure_channel(ADDRESS)\n"
            "call = channel.stream_stream(METHOD)\n"
            "heard = call(iter(out.get, None), metadata=[('x', 'y' * 2**20)])\n"
            "join(); time.sleep(60)"
        ),
        ("no_start",),
    ),
    "unary_play": Attack(
        "calls Play as a method with one request and one response",
        client(
            "call = grpc.insecure_channel(ADDRESS).unary_unary(METHOD)\n"
            "try: call(pb.BotMessage(join=pb.Join(revision=1)).SerializeToString())\n"
            "except grpc.RpcError: time.sleep(60)"
        ),
        ("protocol",),
    ),
    "unknown_methods": Attack(
        "calls methods and services that are not there before it plays",
        client(
            "channel = grpc.insecure_channel(ADDRESS)\n"
            "for name in ('/arena.v1.Referee/Peek', '/arena.v1.Referee/', '/a/b', '/',\n"
            "             '/grpc.health.v1.Health/Check', '/grpc.health.v1.Health/Watch',\n"
            "             '/grpc.channelz.v1.Channelz/GetServers',\n"
            "             '/grpc.reflection.v1.ServerReflection/ServerReflectionInfo'):\n"
            "    try: channel.unary_unary(name)(b'', timeout=1); escaped(name)\n"
            "    except grpc.RpcError as error:\n"
            "        error.code() is grpc.StatusCode.UNIMPLEMENTED or escaped(f'{name} {error}')\n"
            "connect(); join(); play_on()"
        ),
    ),
    # --- the end of a stream ---
    "half_close": Attack(
        "answers, closes its side of the stream and goes on listening",
        middle("answer(turn); out.put(None)\nfor _ in heard: pass\nwait()"),
        ("protocol",),
        "ended its stream",
    ),
    "cancel": Attack(
        "cancels its own call in mid-game and runs on",
        middle("heard.cancel(); wait()"),
        ("protocol",),
        "ended its stream",
    ),
    "cancel_and_end": Attack(
        "cancels its own call in mid-game and ends",
        middle("heard.cancel(); os._exit(7)"),
        ("crashed",),
        "exit code 7",
    ),
    "deadline": Attack(
        "sets a deadline on its call that passes in mid-game",
        client(
            "time.sleep(0.8)\n"
            "channel = grpc.insecure_channel(ADDRESS)\n"
            "heard = channel.stream_stream(METHOD)(iter(out.get, None), timeout=0.7)\n"
            "join(); answer(wait_turn()); wait_turn(); time.sleep(60)"
        ),
        ("protocol",),
        "ended its stream",
    ),
    "second_stream_after_cancel": Attack(
        "cancels its call and wants the seat back on the same connection",
        middle(
            "heard.cancel()\n"
            "again = channel.stream_stream(METHOD)(iter([pb.BotMessage().SerializeToString()]))\n"
            "try: next(again); escaped('the seat was given away twice')\n"
            "except grpc.RpcError as error:\n"
            "    if error.code() is not grpc.StatusCode.PERMISSION_DENIED: escaped(str(error))\n"
            "wait()"
        ),
        ("protocol",),
        "ended its stream",
    ),
    # --- more than one stream ---
    "second_stream": Attack(
        "opens a second stream on its connection",
        middle(
            "try:\n"
            "    next(channel.stream_stream(METHOD)(iter([b'']), timeout=0.2))\n"
            "    escaped('a second stream was served')\n"
            "except grpc.RpcError: answer(turn); play_on()"
        ),
    ),
    "second_connection": Attack(
        "opens a second stream on a connection that it made before the first",
        client(
            "second = grpc.insecure_channel(ADDRESS, [('grpc.use_local_subchannel_pool', 1)])\n"
            "grpc.channel_ready_future(second).result(2)\n"
            + MIDDLE
            + "request = pb.BotMessage(join=pb.Join(revision=1)).SerializeToString()\n"
            "try:\n"
            "    next(second.stream_stream(METHOD)(iter([request]), timeout=0.5))\n"
            "    escaped('a second stream was served')\n"
            "except grpc.RpcError as error:\n"
            "    if error.code() is not grpc.StatusCode.PERMISSION_DENIED: escaped(str(error))\n"
            "answer(turn); play_on()"
        ),
    ),
    "late_connection": Attack(
        "connects again in mid-game",
        middle(
            "try: socket.socket(socket.AF_UNIX).connect(PATH); escaped('connected')\n"
            "except OSError: answer(turn); play_on()"
        ),
    ),
}
