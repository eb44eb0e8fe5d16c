// Which steps of an execution can matter for how it ends: a backward slice over values, control and synchronisation.
//
// An entry of the journal matters if it is a root, or if one that matters depends on it: the writes that a read reads
// from and the reads that give a value or an address; of the same thread, every earlier branch and synchronisation,
// since they decide whether and when the entry is executed; the start of its thread; the end of a thread that it joins.
// A step matters if one of its entries does. Steps that do not matter wrote what nothing read that matters, or belong
// to a thread without influence.
#pragma once

#include "interpreter/journal.hpp"

#include <vector>

namespace heddle::interpreter {

/// By step. `waiting` threads matter up to where they wait.
std::vector<bool> relevantSteps(const Journal &journal, std::size_t steps, const std::vector<EntryId> &roots,
                                const std::vector<unsigned> &waiting);

} // namespace heddle::interpreter
