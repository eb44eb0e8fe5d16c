# cpack: a Debian package of what cmake --install installs, and with --config CPackSourceConfig.cmake an archive of the
# sources.
set(CPACK_PACKAGE_NAME heddle)
set(CPACK_PACKAGE_VENDOR "Heddle")
set(CPACK_PACKAGE_CONTACT "The Heddle authors")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "verifier for multithreaded C")
set(CPACK_PACKAGE_DESCRIPTION "Heddle proves that no interleaving of a multithreaded C program violates a
property (assertions, data races, deadlocks, memory safety, overflow), or shows
one that does, as an execution that can be replayed.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_GENERATOR DEB)
set(CPACK_THREADS 0) # as many as there are cores

# Shared libraries are found by dpkg-shlibdeps. C programs include the headers of the C library and clang's own.
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS "libclang-common-${LLVM_VERSION_MAJOR}-dev, libc6-dev")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libc6-dev-i386") # for --data-model ILP32
set(CPACK_DEBIAN_PACKAGE_SUGGESTS # the rest: for programs that link libheddle
    "graphviz, llvm-19-dev, libclang-19-dev, libclang-cpp19-dev, libz3-dev, libcadical-dev, libfmt-dev, libspdlog-dev, libpugixml-dev, libyaml-cpp-dev")

# The archive has what is committed, not what lies about in the folder.
set(CPACK_SOURCE_GENERATOR TGZ)
set(CPACK_SOURCE_PACKAGE_FILE_NAME heddle-${PROJECT_VERSION})
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_SOURCE_DIR}/cmake/PackageKind.cmake)
set(CPACK_HEDDLE_SOURCE ${CMAKE_SOURCE_DIR})
include(CPack)
