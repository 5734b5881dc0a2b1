"""A bot that makes folders in folders without end."""

import os

from hostile.attacker import refused, run_attack


def nest(_):
    os.mkdir("folder")
    os.chdir("folder")


def attack(turn):
    os.chdir("/tmp")
    refused(5000, nest, "5000 folders")


run_attack(attack)
