"""What waits to be played, and why it may not yet: matches, requests, reviews, comparisons."""
