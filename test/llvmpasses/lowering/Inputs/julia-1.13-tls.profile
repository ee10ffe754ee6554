# A process in which the thread-local variable is at a known offset.
base = julia-1.13
getter = tls
tls_offset = -16
