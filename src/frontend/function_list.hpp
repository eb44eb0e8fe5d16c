// The functions that a program defines, as a person would declare them: what heddle harness starts from.
#pragma once

#include "frontend/frontend.hpp"

#include <string>
#include <vector>

namespace heddle::frontend {

struct FunctionSummary {
  struct Parameter {
    std::string name;    // may be empty
    std::string type;    // in C syntax: "struct queue *"
    std::string pointee; // the struct or union that a pointer leads to, "struct queue"; empty for all others
  };
  std::string name;
  std::string result; // in C syntax
  std::vector<Parameter> parameters;
  std::string file;
  unsigned line = 0;
};

/// The functions of the given files that have external linkage, in the order of the source.
support::Expected<std::vector<FunctionSummary>> functionsOf(const Options &options);

} // namespace heddle::frontend
