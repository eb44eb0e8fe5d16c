# cmake --install: libheddle, its header, and what find_package(heddle) reads.
#
# Every folder of src/ is a static library of its own. Installed they are one, libheddle.a, made when Heddle is
# installed, since nothing in the build needs it. It is static because the objects of the command, which are the same,
# are not compiled for shared libraries; clang, LLVM and the solvers are shared libraries of the system.
include(CMakePackageConfigHelpers)
set(parts support program frontend analysis transform interpreter recheck smt events reachability coverability proof
    engines engines_random engines_explore engines_symbolic engines_bmc engines_trace engines_tree engines_lazy
    engines_cegar engines_parametric engines_modular portfolio library runtime)
set(archive ${CMAKE_BINARY_DIR}/libheddle.a)
set(script "")
foreach(part ${parts})
  string(APPEND script "ADDLIB $<TARGET_FILE:heddle_${part}>\n")
endforeach()
string(APPEND script "SAVE\nEND\n")
file(GENERATE OUTPUT ${CMAKE_BINARY_DIR}/libheddle.mri CONTENT "${script}")
# Two installations may run at a time, in tests for one, so that the archive is made under another name.
install(CODE "
  string(RANDOM LENGTH 12 name)
  set(new \"${archive}.\${name}\")
  file(READ \"${CMAKE_BINARY_DIR}/libheddle.mri\" script)
  file(WRITE \"\${new}.mri\" \"CREATE \${new}\\n\${script}\")
  execute_process(COMMAND \"${CMAKE_AR}\" -M INPUT_FILE \"\${new}.mri\" COMMAND_ERROR_IS_FATAL ANY)
  file(RENAME \"\${new}\" \"${archive}\")
  file(REMOVE \"\${new}.mri\")")
install(FILES ${archive} DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(FILES src/library/heddle.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/heddle)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/heddle)
configure_package_config_file(cmake/heddleConfig.cmake.in ${CMAKE_BINARY_DIR}/heddleConfig.cmake
  INSTALL_DESTINATION ${package} PATH_VARS CMAKE_INSTALL_LIBDIR CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/heddleConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/heddleConfig.cmake ${CMAKE_BINARY_DIR}/heddleConfigVersion.cmake
        DESTINATION ${package})
