// What is computed once for a program: facts about actions, and the registers that are live at locations.
#pragma once

#include "program/program.hpp"
#include "recheck/evaluate.hpp"
#include "recheck/liveness.hpp"
#include "recheck/recheck.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace heddle::recheck {

/// Ends the exploration: a violation, or something that is not modelled.
class Ending : public std::exception {
public:
  Ending(Result::Kind kind, std::string text) : kind_(kind), text_(std::move(text)) {}
  const char *what() const noexcept override { return text_.c_str(); }
  Result::Kind kind() const { return kind_; }

private:
  Result::Kind kind_;
  std::string text_;
};

/// The objects that can be in a data race: variables by id, dynamic objects by site.
struct Racing {
  using Key = std::pair<bool, std::uint32_t>; // dynamic?
  std::set<Key> plain;                        // have a plain access
  std::set<Key> written;                      // have a write

  bool contains(const Key &key) const { return plain.contains(key) && written.contains(key); }
  bool isPossible() const {
    return std::any_of(plain.begin(), plain.end(), [&](const Key &key) { return written.contains(key); });
  }
};

struct Model {
  Model(const program::Program &explored, const Options &chosen, support::Cancellation &polled);

  struct ActionFacts {
    bool isVisible = false;
    bool isInBlock = false;
    /// The number of instructions up to the last one that can block: they decide whether the action is enabled.
    std::size_t condition = 0;
  };
  const ActionFacts &facts(program::CfaId cfa, program::ActionId action) const { return facts_[cfa][action]; }
  const Liveness &liveness(program::CfaId cfa);
  bool checks(program::Property property) const { return program.properties.contains(property); }

  const program::Program &program;
  Options options;
  support::Cancellation &cancellation;
  Evaluator evaluator;
  /// Data races need two explorations: the first finds the objects, the second keeps the accesses to them.
  Racing racing;
  bool keepsAccesses = false;
  std::vector<bool> keepsSlot; // by CFA: the slots of its threads are not reused (program/kept_slots.hpp)
  bool keepsAll = false;       // of all objects, in an execution that is followed by itself

private:
  std::vector<std::vector<ActionFacts>> facts_; // by CFA and action
  std::vector<std::unique_ptr<Liveness>> liveness_;
};

} // namespace heddle::recheck
