# SPDX-License-Identifier: MIT
# Names, and the ways out: objects, files, the JIT.
foreach(name lowering_names lowering_profile lowering_native lowering_jit lowering_jit_module)
  lateroot_unit(${name} ${name}.c LIBS lateroot_objects)
endforeach()
