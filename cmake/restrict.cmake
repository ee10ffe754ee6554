# SPDX-License-Identifier: MIT
# lateroot_restrict(TARGET FOLDER|FILE...): the target finds headers of src/ only in these folders, and nothing of LLVM
# unless it is linked to it.  The folders stand as links in a tree of the target's own; messages and debug information
# name the files in src/.
function(lateroot_restrict target)
  set(view ${PROJECT_BINARY_DIR}/headers/${target})
  foreach(name ${ARGN})
    if(IS_DIRECTORY ${PROJECT_SOURCE_DIR}/src/${name})
      file(GLOB headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR}/src
        ${PROJECT_SOURCE_DIR}/src/${name}/*.h ${PROJECT_SOURCE_DIR}/src/${name}/*.def)
    else()
      set(headers ${name})
    endif()
    foreach(header ${headers})
      get_filename_component(folder ${header} DIRECTORY)
      file(MAKE_DIRECTORY ${view}/${folder})
      file(CREATE_LINK ${PROJECT_SOURCE_DIR}/src/${header} ${view}/${header} SYMBOLIC)
    endforeach()
  endforeach()
  target_include_directories(${target} PRIVATE ${view} ${PROJECT_SOURCE_DIR}/include)
  target_compile_options(${target} PRIVATE -ffile-prefix-map=${view}=${PROJECT_SOURCE_DIR}/src)
endfunction()
