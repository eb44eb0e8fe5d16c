# Run by cpack with CMAKE_INSTALL_PREFIX set: puts the committed files of the sources there.
file(MAKE_DIRECTORY ${CMAKE_INSTALL_PREFIX})
execute_process(
  COMMAND git -C ${CPACK_HEDDLE_SOURCE} archive HEAD
  COMMAND tar -x
  WORKING_DIRECTORY ${CMAKE_INSTALL_PREFIX}
  COMMAND_ERROR_IS_FATAL ANY)
