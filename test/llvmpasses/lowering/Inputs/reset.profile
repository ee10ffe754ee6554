base = julia-1.13
reset_safe_suffix = _reset_safe
