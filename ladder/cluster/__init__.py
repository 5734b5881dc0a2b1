"""A season's matches on many machines, by Dask distributed.

A season sends tasks to Dask's scheduler, which has workers play them. What is queued where, who is
alive, and what is done again when a worker is lost, is all Dask's.
"""
