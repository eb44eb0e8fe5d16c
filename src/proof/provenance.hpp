// Provenance: the objects from which a pointer can have been derived, in any execution.
//
// An access is defined only within the objects that its address was derived from; an address that was computed from
// numbers, or read from memory that was never written, is invalid. Provenance is therefore part of the semantics of
// programs, and labels need not state it: they constrain pointers only as far as the proof needs it.
//
// This is an inclusion-based analysis of registers and words of memory, iterated over the program to a fixed point.
#pragma once

#include "program/program.hpp"
#include "proof/proof.hpp"

#include <algorithm>
#include <compare>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

namespace heddle::proof {

/// A static object, or all objects that one thread function allocates at one site.
struct Origin {
  program::ObjectId object = program::nullObject;
  program::SiteId site = 0;
  program::CfaId creator = 0;
  auto operator<=>(const Origin &) const = default;
};

inline Origin originOf(const Object &object) { return {.site = object.site, .creator = object.creator}; }

struct Target {
  static constexpr std::int64_t anywhere = INT64_MIN;
  Origin origin;
  std::int64_t offset = anywhere;
  auto operator<=>(const Target &) const = default;
};

using Targets = std::set<Target>;

inline bool mayReferTo(const Targets &targets, const Origin &origin) {
  return std::any_of(targets.begin(), targets.end(), [&](const Target &t) { return t.origin == origin; });
}

class Provenance {
public:
  explicit Provenance(const program::Program &program);

  /// The targets of an expression of that automaton.
  const Targets &targetsOf(program::CfaId cfa, program::Expr address);
  const Targets &registerTargets(program::CfaId cfa, program::RegisterId reg) const { return registers_[cfa][reg]; }
  /// The objects that threads other than main may write.
  std::set<Origin> writtenByOthers();
  /// The targets of the results of threads.
  const Targets &results() const { return results_; }
  /// Whether that word of an object may hold a pointer to an object of that origin.
  bool mayHold(const Origin &container, std::int64_t word, const Origin &origin) const;
  bool mayHold(const Origin &container, const Origin &origin) const; // any of its words
  /// Whether the object may hold a part of such a pointer, or one that is not aligned.
  bool mayHoldPart(const Origin &container, const Origin &origin) const;

private:
  struct Content {
    std::map<std::int64_t, Targets> words;
    Targets anywhere; // written at an unknown offset
    Targets parts;    // of which only a part was written, or across two words
    bool isBlurred = false;
  };

  void addInitialContent(program::ObjectId id);
  void visit(program::CfaId cfa, const program::Operation &operation);
  void load(const Targets &address, std::int64_t bytes, Targets &into);
  void store(const Targets &address, std::int64_t bytes, const Targets &value);
  Targets evaluate(program::CfaId cfa, program::Expr e) const;
  std::optional<Target> decode(program::Bits word) const;
  void add(Targets &into, const Targets &targets);
  void blur(Targets &targets);

  const program::Program &program_;
  std::int64_t word_;
  std::vector<std::vector<Targets>> registers_; // by automaton
  std::map<Origin, Content> memory_;
  Targets results_;
  bool hasChanged_ = false;
  std::vector<std::unordered_map<program::Expr, Targets>> known_; // by automaton, after the fixed point
};

} // namespace heddle::proof
