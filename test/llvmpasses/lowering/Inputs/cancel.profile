base = julia-1.14
name = cancel
reset_ctx_in_task = 192
eh_in_task = 184
reset_bytes = 224
