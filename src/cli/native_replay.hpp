// heddle replay --native: the counterexample in the user's own program, compiled for this machine.
#pragma once

#include "frontend/frontend.hpp"
#include "interpreter/trace.hpp"
#include "program/program.hpp"
#include "support/expected.hpp"

#include <CLI/App.hpp>

#include <optional>
#include <string>

namespace heddle::cli {

struct NativeOptions {
  bool isRequested = false;
  bool inDebugger = false;
  std::string directory; // in which the binary is kept; empty: it is removed
};

void addNativeOptions(CLI::App &command, NativeOptions &options);

/// Of options that have no meaning without others.
std::optional<support::Error> contradiction(const NativeOptions &options);

/// Returns the exit code. `input`: what the program was made of.
int replayNatively(const NativeOptions &options, const frontend::Options &input, const program::Program &program,
                   const interpreter::Trace &trace);

} // namespace heddle::cli
