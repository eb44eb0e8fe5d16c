// The C files that a native run compiles besides the program: the scheduler (shim*.c) and library models.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::native {

struct SourceFile {
  std::string name; // "mutex.c"
  std::string_view text;
};

/// Files that cmake/Bundle.cmake has put together.
std::vector<SourceFile> unbundle(std::string_view bundle);

const std::vector<SourceFile> &shimSources();
/// Models and their headers.
const std::vector<SourceFile> &modelSources();

/// Whether the native run uses the models of this file, rather than the functions of the C library.
bool isNativeModel(const std::string &file);

/// The model files that a program needs which mentions the symbols and does not define them, and those that these need.
std::vector<std::string> neededModels(const std::set<std::string> &symbols);
/// The functions whose models native runs use.
std::set<std::string> modelledFunctions();
/// The functions that a model defines for programs.
std::set<std::string> functionsOf(const std::string &modelFile);

} // namespace heddle::native
