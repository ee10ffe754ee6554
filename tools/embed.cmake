# SPDX-License-Identifier: MIT
# embed.cmake -- text files as C strings.  cmake -DOUT=x.c -DHEADER=x.h -DPREFIX=page -DFILES=a.css;b.js;c.js -P
# embed.cmake makes page_css of all that end in .css, one after the other, and so on.
foreach(file ${FILES})
  get_filename_component(ext ${file} LAST_EXT)
  string(SUBSTRING ${ext} 1 -1 ext)
  file(READ ${file} bytes HEX)
  string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  list(APPEND kinds ${ext})
  string(APPEND text_${ext} "${bytes}")
endforeach()
list(REMOVE_DUPLICATES kinds)
set(text "/* Made by embed.cmake. */\n#include \"${HEADER}\"\n")
foreach(ext ${kinds})
  string(APPEND text "const unsigned char ${PREFIX}_${ext}[] = {\n${text_${ext}}0 };\n")
endforeach()
file(WRITE ${OUT} "${text}")
