// Loops of main that join the threads of another loop, however many these are:
//
//   for (i = 0; i < n; i++) pthread_create(&t[i], …);   …   for (j = 0; j < n; j++) pthread_join(t[j], …);
//
// Let a Spawn be executed once in each round of the first loop (the *start loop*), and its handle be stored at an
// address that depends on i; and let a Join of the second loop (the *join loop*) join in each round what is loaded from
// the same address with j in place of i. If
//   1. both count from the same value in the same steps, and go on under the same condition, with j in place of i (or,
//      if j is an int and i a long, with the value of j as a long in place of i: `extended` says when that counts
//      alike),
//   2. what else the condition and the address depend on does not change between the two,
//   3. rounds store their handles at different addresses, and nothing else stores there until they have been loaded,
//   4. the join loop is entered only after the start loop has ended by its condition, once for each time, and
//   5. no other Join or Detach is executed with a handle of the Spawn,
// then the Join joins each thread of the Spawn, once. Number the rounds of each loop: by 1 and 2, round k of both has
// the same value in i and j, and both have the same number of rounds; by 3, round k of the join loop loads the handle
// that round k of the start loop has stored. 5 is not decided here, but assumed.
//
// Values are compared as value numbers (value_numbers.hpp).
#pragma once

#include "analysis/points_to.hpp"
#include "program/program.hpp"

#include <vector>

namespace heddle::analysis {

struct JoinLoop {
  const program::Instruction *spawn = nullptr;
  const program::Instruction *join = nullptr;
  /// When one of these actions is enabled, all threads that the Spawn has ever started have been joined.
  std::vector<program::ActionId> exits;
};

std::vector<JoinLoop> joinLoopsOf(const program::Program &program, const PointsTo &pointsTo);

} // namespace heddle::analysis
