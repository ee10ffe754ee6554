# SPDX-License-Identifier: MIT
# Passes over address spaces.
lateroot_unit(addrspace addrspace.c LIBS lateroot_objects)
