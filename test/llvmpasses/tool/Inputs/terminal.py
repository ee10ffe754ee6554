# terminal.py FILE COMMAND...: run the command with a terminal as its stderr; give it FILE on stdin as soon as it has
# written something there.  Says what the terminal got; stdout is the command's.
import os
import subprocess
import sys

ours, theirs = os.openpty()
child = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stderr=theirs)
os.close(theirs)
seen = os.read(ours, 4096)
with open(sys.argv[1], "rb") as file:
    child.stdin.write(file.read())
child.stdin.close()
while True:
    try:
        more = os.read(ours, 4096)
    except OSError:  # nobody has the other end any more
        break
    if not more:
        break
    seen += more
print("terminal:", repr(seen.decode()))
sys.exit(child.wait())
