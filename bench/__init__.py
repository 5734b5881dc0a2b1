"""What is claimed about speed and size (README.md, beside this), as commands: `python -m bench.NAME`.

Every figure stands beside something real that is measured in the same run; quote the ratios.
"""
