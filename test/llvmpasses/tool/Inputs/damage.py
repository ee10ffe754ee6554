"""damage.py FROM TO: an archive whose first member is broken in its header and in its text."""
import sys

data = bytearray(open(sys.argv[1], "rb").read())
data[2] ^= 0xFF
data[40] ^= 0x55
open(sys.argv[2], "wb").write(data)
