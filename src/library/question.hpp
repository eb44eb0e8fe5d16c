// From a loaded program to the question for an engine: what the command and the library share.
#pragma once

#include "frontend/frontend.hpp"
#include "portfolio/uncut.hpp"
#include "program/program.hpp"

namespace heddle::library {

/// Prepares the program for engines and the interpreter.
void prepare(program::Program &program, bool largeBlocks);

/// Makes the program in which functions without a body write, prepared in the same way; empty if `program`, which was
/// loaded from `input`, calls none. `input` must outlive it.
portfolio::WritingProgram writingProgram(const frontend::Options &input, const program::Program &program,
                                         bool largeBlocks);

} // namespace heddle::library
