# clang and LLVM, as static libraries for the command and as shared ones for the tests.
#
# Loading the shared ones takes about 25 ms, more than the rest of a small task, because hundreds of thousands of
# addresses in them are relocated. The command therefore contains what it uses of them, at fixed addresses. The tests are
# many programs, of which each would be 90 MB large.
option(HEDDLE_STATIC_CLANG "link clang and LLVM into the command" ON)

add_library(heddle_clang_shared INTERFACE)
target_link_libraries(heddle_clang_shared INTERFACE clang-cpp LLVM)

add_library(heddle_clang_static INTERFACE)
if(HEDDLE_STATIC_CLANG)
  find_package(ZLIB REQUIRED)
  find_library(ZSTD_LIBRARY zstd REQUIRED)
  # The static libraries of LLVM refer to Polly.
  foreach(library clangFrontend clangCodeGen clangSerialization clangDriver clangParse clangSema clangAPINotes
                  clangAnalysis clangEdit clangAST clangASTMatchers clangSupport clangLex clangBasic Polly PollyISL)
    find_library(${library}_ARCHIVE NAMES lib${library}.a HINTS ${LLVM_LIBRARY_DIRS} REQUIRED)
    list(APPEND archives ${${library}_ARCHIVE})
  endforeach()
  llvm_map_components_to_libnames(parts X86 core support passes irreader linker bitwriter codegen mc option target
                                  targetparser frontenddriver frontendhlsl frontendopenmp lto coverage windowsdriver)
  target_link_libraries(heddle_clang_static INTERFACE $<LINK_GROUP:RESCAN,${archives}> ${parts})
  target_link_options(heddle_clang_static INTERFACE -no-pie -Wl,--gc-sections)
else()
  target_link_libraries(heddle_clang_static INTERFACE heddle_clang_shared)
endif()

# For the libraries that use clang: which one a program links is a property of the program.
set(HEDDLE_CLANG
    $<IF:$<BOOL:$<TARGET_PROPERTY:HEDDLE_STATIC_CLANG>>,heddle_clang_static,heddle_clang_shared>)
