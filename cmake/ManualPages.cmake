# Makes the manual pages: build/man/heddle.1, heddle-verify.1 and so on, from doc/man/.
#
# Commands share options, and each page is to be complete. What several pages have in common is a file in
# doc/man/parts/, and a line `.so parts/NAME.roff` of a page stands for it. The request is roff's own, but what it
# includes would have to be installed beside the pages, so it is expanded here.
file(GLOB parts CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/doc/man/parts/*.roff)
file(GLOB pages CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/doc/man/*.1)
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${parts} ${pages})
set(HEDDLE_MANUAL_PAGES)
foreach(page ${pages})
  file(READ ${page} text)
  foreach(part ${parts})
    file(READ ${part} content)
    get_filename_component(name ${part} NAME)
    string(REPLACE ".so parts/${name}\n" "${content}" text "${text}")
  endforeach()
  get_filename_component(name ${page} NAME)
  if(text MATCHES "\n\\.so ([^\n]*)")
    message(FATAL_ERROR "doc/man/${name}: there is no ${CMAKE_MATCH_1}")
  endif()
  file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/man/${name} CONTENT "${text}" @ONLY NEWLINE_STYLE UNIX)
  list(APPEND HEDDLE_MANUAL_PAGES ${CMAKE_BINARY_DIR}/man/${name})
endforeach()
