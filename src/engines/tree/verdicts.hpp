// What engines that build abstract reachability trees have to say about them.
#pragma once

#include "engines/engine.hpp"
#include "proof/proof.hpp"

#include <string>

namespace heddle::engines::tree {

/// A property that trees say nothing about; none if all can be checked.
std::optional<program::Property> unsupported(const program::Program &program);

/// Checks the proof and writes it, as is asked for. A proof that is none takes the verdict back.
void showProof(const program::Program &program, const proof::ReachabilityProof &proof, const Options &options,
               Progress &progress, const std::string &engine, Outcome &outcome);

} // namespace heddle::engines::tree
