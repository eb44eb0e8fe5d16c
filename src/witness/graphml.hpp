// Witnesses as GraphML, version 1.0 of the exchange format of SV-COMP: an automaton whose edges are waypoints, or
// whose nodes have invariants.
#pragma once

#include "witness/witness.hpp"

namespace heddle::witness {

std::string toGraphMl(const Witness &witness);
support::Expected<Witness> parseGraphMl(const std::string &text, const std::string &path);

} // namespace heddle::witness
