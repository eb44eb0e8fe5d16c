# Every folder of src/ is one static library, heddle_<folder>, of all the .cpp files in it.
# heddle_library(program USES support) also states which folders it stands on.

option(HEDDLE_WERROR "treat warnings as errors" ON)

# The build presets compile several files as one unit (CMAKE_UNITY_BUILD), which halves the time of a full build. The
# files of a unit share their unnamed namespace.
# heddle_apart(FILE...): the files are compiled one by one, since they use a name that another file of the folder has.
function(heddle_apart)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

function(heddle_warnings target)
  target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    target_compile_options(${target} PRIVATE -Wno-restrict) # false alarms in std::string: GCC bug 105651
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_UNITY_BUILD)
    # g++ takes a file that a unit of several files includes for a header
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
    # std::stable_sort of libstdc++ 12 uses std::get_temporary_buffer, which is deprecated
    target_compile_options(${target} PRIVATE -Wno-deprecated-declarations)
  endif()
  if(HEDDLE_WERROR)
    target_compile_options(${target} PRIVATE -Werror)
  endif()
endfunction()

function(heddle_library folder)
  cmake_parse_arguments(ARG "" "" "USES;LINKS" ${ARGN})
  string(REPLACE "/" "_" name heddle_${folder})
  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/${folder}/*.cpp)
  add_library(${name} STATIC ${sources})
  target_include_directories(${name} PUBLIC ${CMAKE_SOURCE_DIR}/src)
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX)
  heddle_warnings(${name})
  foreach(used ${ARG_USES})
    string(REPLACE "/" "_" used_name heddle_${used})
    target_link_libraries(${name} PUBLIC ${used_name})
  endforeach()
  target_link_libraries(${name} PUBLIC ${ARG_LINKS})
endfunction()
