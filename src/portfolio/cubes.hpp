// Cubes: the executions of a program in parts that can be verified independently, on different machines for instance.
#pragma once

#include "program/program.hpp"

#include <cstddef>
#include <vector>

namespace heddle::portfolio {

/// A location that no execution passes more than once, and whose outgoing actions all begin with the same operation at
/// `instruction`: an input, or a read of shared memory. Its value divides the executions that pass it in two halves.
struct SplitPoint {
  program::CfaId cfa = 0;
  program::LocationId location = 0;
  std::size_t instruction = 0;
};

/// The half at each of the first split points; the others are not restricted.
using Cube = std::vector<bool>;

/// At most `most`: first reads that depend on the order of threads, then inputs.
std::vector<SplitPoint> splitPoints(const program::Program &program, std::size_t most);

/// `count` cubes of which every execution is in at least one; fewer if there are too few points for that many.
std::vector<Cube> cubes(std::size_t count, std::size_t points);

/// Removes the executions that are not in the cube. Steps stay what they are: a schedule of the restricted program is
/// one of the whole program, which violates the same property.
void restrictTo(const Cube &cube, const std::vector<SplitPoint> &points, program::Program &program);

} // namespace heddle::portfolio
