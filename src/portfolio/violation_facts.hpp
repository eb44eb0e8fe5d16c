// What distinguishes a violation from others: the property, the places in the source, the functions and the variable.
#pragma once

#include "interpreter/races.hpp"
#include "interpreter/trace.hpp"
#include "program/program.hpp"

#include <set>
#include <string>
#include <vector>

namespace heddle::portfolio {

struct ViolationFacts {
  program::Property property = program::Property::UnreachCall;
  /// "a.c:12": of a race both accesses, of a deadlock where each thread waits, otherwise one. Sorted.
  std::vector<std::string> places;
  std::set<std::string> functions; // of the call chains that lead to these places
  std::string variable;            // of a race
  /// Violations with the same property and places count as one.
  bool isSameAs(const ViolationFacts &other) const { return property == other.property && places == other.places; }
};

ViolationFacts factsOf(const program::Program &program, const interpreter::Violation &violation);

/// The places of a race, as in ViolationFacts.
std::vector<std::string> placesOf(const program::Program &program, const interpreter::AccessRecord &first,
                                  const interpreter::AccessRecord &second);

} // namespace heddle::portfolio
