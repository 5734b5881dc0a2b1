"""What a ladder needs of its machine: the time, addresses, secret files, a journal, a pulse."""
