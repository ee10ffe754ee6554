# SPDX-License-Identifier: MIT
# share/profiles/*.profile are part of the library, and installed to be read and copied.
file(GLOB profiles CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/share/profiles/*.profile)
set(rows "")
foreach(path ${profiles})
  get_filename_component(name ${path} NAME)
  string(REGEX REPLACE "\\.profile$" "" name ${name})
  file(READ ${path} text)
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  string(REPLACE "\n" "\\n\" \\\n\t\"" text "${text}")
  string(APPEND rows "\t{ \"${name}\", \"${text}\" }, \\\n")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${path})
endforeach()
file(CONFIGURE OUTPUT ${PROJECT_BINARY_DIR}/made/profiles_text.h
  CONTENT "/* Made by CMake of share/profiles/. */\n#define PROFILE_TEXTS \\\n@rows@\n" @ONLY)
target_include_directories(lateroot_compiler PRIVATE ${PROJECT_BINARY_DIR}/made)
include(GNUInstallDirs)
install(FILES ${profiles} DESTINATION ${CMAKE_INSTALL_DATADIR}/lateroot/profiles COMPONENT dev)
