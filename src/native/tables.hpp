// The tables of one execution, as the C source that is linked with the scheduler (shim.h declares them).
#pragma once

#include "native/events.hpp"
#include "native/places.hpp"
#include "native/recording.hpp"
#include "program/program.hpp"

#include <set>
#include <string>
#include <vector>

namespace heddle::native {

/// The numbers of `enum property` in shim.h.
unsigned shimNumberOf(program::Property property);

struct TableFacts {
  const program::Program *program = nullptr;
  const Recording *recording = nullptr;
  const std::vector<Turn> *turns = nullptr;
  const std::set<std::string> *used = nullptr; // functions of models that the program uses
  const std::vector<unsigned> *deadlocked = nullptr;
  program::SourceSpan violation; // in the user's files
  bool mallocMayFail = false;
  bool spuriousWakeups = true;
};

/// Adds the places of the turns.
std::string tablesOf(const TableFacts &facts, Places &places);

/// Definitions of functions that return inputs: __VERIFIER_nondet_*, and those without a body.
std::string inputFunctionsOf(const std::set<std::string> &functions);

} // namespace heddle::native
