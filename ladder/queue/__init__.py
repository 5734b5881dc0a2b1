"""Plans that wait, and why one is not played yet: matches, requests, reviews, comparisons."""
