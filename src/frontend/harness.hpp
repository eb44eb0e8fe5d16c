// A harness for a library that has no main: what to call, in which threads, and what must hold afterwards. Its parts
// are C, compiled at the end of a file of the library, so that they may use its types, its variables and its static
// functions.
#pragma once

#include "support/expected.hpp"

#include <string>
#include <vector>

namespace heddle::frontend {

struct Harness {
  /// Statements or declarations, and where they come from: a file and a line.
  struct Code {
    std::string text;
    std::string file;
    unsigned line = 1;

    bool operator==(const Code &) const = default;
  };
  Code declarations; // globals and functions
  Code setup;        // before the threads start
  std::vector<Code> threads;
  Code check; // after they have ended

  bool operator==(const Harness &) const = default;
};

/// `f(&q, 1) | g(&q)`: one thread for each alternative. A bar inside parentheses or quotes is part of the code, and so
/// is `||`.
support::Expected<std::vector<Harness::Code>> parseThreads(const std::string &text);

/// A harness file: YAML with the keys declarations, setup, threads (a list) and check, all but threads optional.
support::Expected<Harness> parseHarness(const std::string &path);

/// The harness as C, to be appended to a file. Its main function is called `harnessMain`.
std::string toSource(const Harness &harness, bool isPreprocessed);
constexpr const char *harnessMain = "__heddle_harness_main";

} // namespace heddle::frontend
