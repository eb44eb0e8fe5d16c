# Read by cpack before it makes a package. For an archive of the sources, git says which files belong to it.
if(CPACK_TOPLEVEL_TAG MATCHES "Source")
  set(CPACK_INSTALLED_DIRECTORIES)
  set(CPACK_PACKAGING_INSTALL_PREFIX /)
  set(CPACK_INSTALL_SCRIPTS ${CPACK_HEDDLE_SOURCE}/cmake/SourceArchive.cmake)
endif()
