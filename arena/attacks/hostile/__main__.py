"""Runs the bot beside this package, and then its `attack(turn)` or its `tries()`, if it has one."""

import bot

if hasattr(bot, "attack"):
    from hostile.attacker import run_attack

    run_attack(bot.attack)
elif hasattr(bot, "tries"):
    from hostile.doors import try_doors

    try_doors(bot.tries)
