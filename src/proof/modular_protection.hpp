// What protects shared memory according to a thread-modular proof, as tables for people.
//
// The tables are derived from the cases of the proof and from the provenance of addresses. The checker does not rely on
// them: it decides about pairs by itself. Where neither threads, locks nor values in the cases give a reason,
// it is the one by which the engine has excluded the pair.
#pragma once

#include "program/program.hpp"
#include "proof/modular_proof.hpp"

#include <array>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace heddle::proof {

/// The names of pieces of memory and of locks. A lock of the library is named without the word that the model uses.
std::string withoutModelWord(std::string name);
std::string nameOfCell(const program::Program &program, const StaticCell &cell);
std::string namesOfLocks(const program::Program &program, const ModularProof &proof, const std::vector<LockId> &locks);

/// For proof files.
std::string_view wordFor(Separation::Reason reason);
inline constexpr std::array separationReasons{Separation::Reason::Place, Separation::Reason::Order,
                                              Separation::Reason::Value, Separation::Reason::Phase,
                                              Separation::Reason::HandOver};

/// For each shared variable what protects it, and for each pair of conflicting accesses why it does not race: rows of
/// words, sorted.
struct ProtectionTables {
  std::set<std::array<std::string, 2>> variables; // variable, protection
  std::set<std::array<std::string, 4>> pairs;     // variable, one access, the other, reason
  bool areAllPairs = true;                        // if not, there are too many
};

ProtectionTables protectionTables(const program::Program &program, const ModularProof &proof);
/// The same as text.
std::string protectionText(const program::Program &program, const ModularProof &proof);

} // namespace heddle::proof
