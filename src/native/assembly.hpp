// The assembly that clang makes of a C file, changed for the native run.
//
// - Each call gets a label after it, and an entry in the section heddle_calls that says which place in the source it
//   belongs to (`.loc` tells). So the scheduler knows where an access or a library call comes from, without reading
//   debug information.
// - References to functions that are replaced get another name: library functions for which there is a model, error
//   functions, and malloc. The C library itself keeps its own.
#pragma once

#include "native/places.hpp"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace heddle::native {

/// The symbols that a file defines, and all those that it mentions.
struct Symbols {
  std::set<std::string> defined;
  std::set<std::string> mentioned;
  std::set<std::string> called; // by name
};
Symbols symbolsOf(std::string_view assembly);

struct Renaming {
  std::map<std::string, std::string> references;
  std::map<std::string, std::string> definitions;
};

/// `fileOf`: SourcePlace::file and SourcePlace::isModel of a path in the debug information.
std::string rewrite(std::string_view assembly, const Renaming &renaming, Places &places,
                    const std::function<SourcePlace(const std::string &path)> &fileOf);

} // namespace heddle::native
