#include "proof/claim.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace heddle::proof {

using program::Property;
using program::PropertySet;

namespace {

constexpr PropertySet uncut = program::definedBehaviour | PropertySet{Property::KnownFunctions};

std::string_view firstOf(PropertySet set) {
  unsigned i = 0;
  while (!set.contains(static_cast<Property>(i)))
    ++i;
  return program::name(static_cast<Property>(i));
}

} // namespace

support::Expected<std::vector<std::string>> assumptionsOf(const Header &header, const program::Program &program) {
  const PropertySet needed = header.claims | PropertySet{Property::KnownFunctions};
  if (const PropertySet missing = needed - header.proves; !missing.empty())
    return support::Error{fmt::format("the proof does not show {}, which the claim needs", firstOf(missing))};
  if (const PropertySet more = header.proves - (header.claims | uncut); !more.empty())
    return support::Error{fmt::format("the proof is about {}, which is not claimed", firstOf(more))};
  std::vector<std::string> assumptions;
  if (!(uncut - header.proves).empty())
    assumptions.emplace_back("no-undefined-behaviour");
  assumptions.insert(assumptions.end(), program.assumptions.begin(), program.assumptions.end());
  return assumptions;
}

std::optional<std::string> differingAssumption(const Header &header, const std::vector<std::string> &actual) {
  for (const std::string &assumption : actual)
    if (std::ranges::find(header.assumptions, assumption) == header.assumptions.end())
      return fmt::format("the claim rests on an assumption that the file does not state: {}", assumption);
  for (const std::string &assumption : header.assumptions)
    if (std::ranges::find(actual, assumption) == actual.end())
      return fmt::format("the file states an assumption on which the claim does not rest: {}", assumption);
  return std::nullopt;
}

} // namespace heddle::proof
