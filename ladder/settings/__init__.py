"""Settings of the organiser, beside the log: a course's words, dates, people, marks and webhook."""
