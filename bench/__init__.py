"""What README.md, beside this, claims about speed and size, as commands: `python -m bench.NAME`.

Every figure stands beside something real that is measured in the same run; quote the ratios.
"""
