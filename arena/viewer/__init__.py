"""The viewer: a recorded match as one page for a browser, in plain JavaScript without a build."""
