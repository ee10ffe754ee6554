"""columns.py LATEROOT: --help of each command has lines of at most 80 columns, and descriptions in one column."""
import re
import subprocess
import sys

lateroot = sys.argv[1]
wrong = []


def text(*words):
    return subprocess.run([lateroot, *words], check=True, capture_output=True, text=True).stdout.splitlines()


def one_column(what, columns):
    if len(set(columns)) > 1:
        wrong.append(f"{what} begin in columns {sorted(set(columns))}")


def look(command, lines):
    wrong.extend(f"{command}: above 80 columns: {line}" for line in lines if len(line) > 80)
    # Examples, and what they do; options, and what they do, where it is on the same line; what is on lines of its own.
    one_column(command + ": examples", [m.end() for line in lines
        if (m := re.match(r"  lateroot .*?\S  +(?=\S)", line))])
    options = [line for line in lines if re.match(r" {2,8}-[-\w?]", line)]
    described = [m.end() for line in options if (m := re.match(r" +(-\S, )?(--\S+|-\S( [A-Z]+)?)  +(?=\S)", line))]
    one_column(command + ": options", [re.match(r" *", line).end() + 4 * (line.strip()[1] != "-") for line in options])
    one_column(command + ": descriptions", described
        + [re.match(r" *", line).end() for line in lines if line[:9] == " " * 9])
    return len(options)


main = text("--help")
commands = [m.group(1) for line in main if (m := re.match(r"  ([a-z]+)  ", line))]
look("lateroot", main)
options = sum(look(command, text(command, "--help")) for command in commands)
for command in set(commands) - {"help", "version"}:
    wrong.extend(f"{command} --usage: above 80 columns: {line}" for line in text(command, "--usage") if len(line) > 80)
print("\n".join(wrong))
sys.exit(1 if wrong or len(commands) < 8 or options < 100 else 0)
