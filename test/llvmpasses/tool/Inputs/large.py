"""large.py N: a module of N functions, each of which is more than 64 KiB as text."""
import sys

for n in range(int(sys.argv[1])):
    print(f"define i32 @large{n}(i32 %x0) {{")
    for i in range(3500):
        print(f"  %x{i + 1} = add i32 %x{i}, {(i * 7919 + n) % 10007}")
    print("  ret i32 %x3500\n}")
