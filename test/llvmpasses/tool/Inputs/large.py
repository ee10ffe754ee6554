"""large.py N: a module of N functions, each of which is more than 256 KiB as text."""
import sys

for n in range(int(sys.argv[1])):
    print(f"define i32 @large{n}(i32 %x0) {{")
    for i in range(9000):
        print(f"  %x{i + 1} = add i32 %x{i}, {(i * 7919 + n) % 10007}")
    print("  ret i32 %x9000\n}")
