// The kinds of programs, each for one part of the language. A kind generates the declarations that it needs, and the
// body of a function that adds all observable values to the checksum with `mix`.
#pragma once

#include "differential/writer.hpp"

namespace heddle::differential {

void arithmetic(ProgramText &program);    // integers of all widths, casts, shifts
void controlFlow(ProgramText &program);   // if, loops, switch, goto, break, continue
void structLayout(ProgramText &program);  // offsets, sizes, nested, packed and aligned structs, copies
void bitFields(ProgramText &program);     // widths, signs, neighbours
void unions(ProgramText &program);        // several types for the same memory
void arrays(ProgramText &program);        // indices, pointers, two dimensions, variable length
void floatingPoint(ProgramText &program); // float, double, long double, conversions
void calls(ProgramText &program);         // structs by value, many arguments, pointers to functions, recursion

} // namespace heddle::differential
