"""What an organiser sets beside the log: a course's words, dates, people, marks and webhook."""
