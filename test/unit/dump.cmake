# SPDX-License-Identifier: MIT
# Dumps of functions, archives of them, and the options that a host compiler passes on.
foreach(name dump_functions dump_archive api_args)
  lateroot_unit(${name} ${name}.c LIBS lateroot_objects)
endforeach()
