// Actions whose effect depends on the order of addresses.
//
// The checker gives dynamic objects other ids than an execution does, so that it must not follow an action that
// compares, or subtracts, addresses of different objects. Within one object, the order is that of the offsets.
#pragma once

#include "proof/provenance.hpp"

#include <map>
#include <set>
#include <utility>

namespace heddle::proof {

/// By automaton and action: the dynamic objects whose addresses it sets in relation to others.
std::map<std::pair<program::CfaId, program::ActionId>, std::set<Origin>>
actionsThatOrderAddresses(const program::Program &program, Provenance &provenance);

} // namespace heddle::proof
