"""A bot that ends its main thread, and sleeps in another one."""

import ctypes
import threading
import time


def attack(turn):
    threading.Thread(target=time.sleep, args=(600,)).start()
    ctypes.CDLL(None).pthread_exit(None)
