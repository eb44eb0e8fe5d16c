# With -DHEDDLE_TIDY=ON, building means running clang-tidy: tidy.sh takes the place of each compilation, and
# archives and executables are empty files. Included after all checks of the compiler.
option(HEDDLE_TIDY "run clang-tidy on all sources instead of compiling them" OFF)
if(HEDDLE_TIDY)
  set(CMAKE_CXX_COMPILER_LAUNCHER sh ${CMAKE_SOURCE_DIR}/cmake/tidy.sh ${CMAKE_SOURCE_DIR})
  set(CMAKE_CXX_CREATE_STATIC_LIBRARY "${CMAKE_COMMAND} -E touch <TARGET>")
  set(CMAKE_CXX_LINK_EXECUTABLE "${CMAKE_COMMAND} -E touch <TARGET>")
endif()
