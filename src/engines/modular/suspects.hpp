// What the analysis could not exclude, as it is reported: the most suspicious first.
//
// A pair of accesses is the more suspicious, the less the imprecision of the analysis can be the reason why it is left:
// accesses to exactly the same bytes of a static variable before ranges of an array or objects of the heap, accesses of
// which only one is under a lock before those that both have one or none, and accesses that no flag, hand-over or
// barrier concerns before others. The first pair of each variable comes before the second one of any, so that one
// variable with many accesses does not fill the list.
#pragma once

#include "engines/modular/findings.hpp"
#include "engines/modular/objects.hpp"
#include "engines/suspect.hpp"

#include <string>
#include <vector>

namespace heddle::engines::modular {

/// Why two accesses were not excluded.
using AccessEntry = std::map<SharedAccess, OrderFacts>::const_reference;
Finding raceBetween(const program::Program &program, const Objects &objects, AccessEntry a, AccessEntry b);

/// Keeps the most suspicious of those that people cannot tell apart: the same places and the same text. Its places then
/// list the calls that lead to the others.
std::vector<Finding> distinct(std::vector<Finding> findings);

/// The names of locks, for people.
std::vector<std::string> namesOf(const Objects &objects, const Held &held);
std::string nameOf(const Objects &objects, const Cell &lock);

/// All findings, in the order in which they are reported.
std::vector<Suspect> suspectsOf(const program::Program &program, std::vector<Finding> findings);
/// One line that begins with the first of them.
std::string summaryOf(const program::Program &program, const std::vector<Suspect> &suspects);

} // namespace heddle::engines::modular
