# cmake --install: the command, its manual pages, completions for shells, and documents. (The library: InstallLibrary.)
#
# At run time the command needs, besides shared libraries, clang's own headers and those of the C library, which are
# other packages; models of library functions and the page of --report are part of it.
include(GNUInstallDirs)
install(TARGETS heddle RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(FILES ${HEDDLE_MANUAL_PAGES} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES README.md CHANGELOG.md doc/models.md doc/editors.md doc/proof-format.md doc/bench.md doc/report.schema.json
        DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(FILES LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} RENAME copyright) # the name that Debian expects
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR})
# For other tools: descriptions for heddle bench --tool, the hook, the workflow, the module for BenchExec.
install(DIRECTORY contrib DESTINATION ${CMAKE_INSTALL_DOCDIR} USE_SOURCE_PERMISSIONS PATTERN __pycache__ EXCLUDE)

# The scripts are written by the command that is installed, so they know its options; under another name first, since
# two installations may run at a time.
foreach(shell bash zsh fish)
  install(CODE "
    string(RANDOM LENGTH 12 name)
    set(script \"${CMAKE_BINARY_DIR}/completion.${shell}\")
    execute_process(COMMAND \"$<TARGET_FILE:heddle>\" completion ${shell}
                    OUTPUT_FILE \"\${script}.\${name}\" COMMAND_ERROR_IS_FATAL ANY)
    file(RENAME \"\${script}.\${name}\" \"\${script}\")")
endforeach()
set(completions ${CMAKE_BINARY_DIR}/completion)
install(FILES ${completions}.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME heddle)
# Debian's zsh reads other folders under /usr than under /usr/local.
install(CODE "
  set(folder site-functions)
  if(CMAKE_INSTALL_PREFIX STREQUAL \"/usr\")
    set(folder vendor-completions)
  endif()
  file(INSTALL \"${completions}.zsh\" RENAME _heddle
       DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${CMAKE_INSTALL_DATADIR}/zsh/\${folder}\")")
install(FILES ${completions}.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d RENAME heddle.fish)
