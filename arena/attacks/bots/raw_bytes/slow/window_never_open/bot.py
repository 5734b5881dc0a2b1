"""A bot that lets the referee send nothing at all."""

import time

from hostile.client import join
from hostile.own_connection import begin

begin(0)
join()
time.sleep(60)
