"""The machine under a ladder: the time, addresses, secret files, a journal, a pulse."""
