// Actions compiled for execution: compiled expressions, and facts that are computed once per action.
//
// Actions are compiled on first use, because one execution uses only a small part of a large program.
#pragma once

#include "analysis/liveness.hpp"
#include "interpreter/evaluate.hpp"
#include "program/program.hpp"

#include <cstddef>
#include <memory>
#include <variant>
#include <vector>

namespace heddle::interpreter {

using analysis::Liveness;
using analysis::RegisterList;

/// The position of an alternative in program::Operation, for switches that are cheaper than std::visit.
template <typename Wanted, std::size_t index = 0> constexpr std::uint8_t kindOf() {
  if constexpr (std::is_same_v<Wanted, std::variant_alternative_t<index, program::Operation>>)
    return static_cast<std::uint8_t>(index);
  else
    return kindOf<Wanted, index + 1>();
}

struct CompiledOperation {
  std::uint8_t kind = 0; // kindOf
  bool visible = false;
  bool changesShared = false; // other threads can observe that it was executed
  Code first;                 // its expressions, in the order of program::forEachExpression
  Code second;
  const program::Instruction *instruction = nullptr;
  /// Allocate: the registers that are live after it, without its own target.
  RegisterList live;

  template <typename Wanted> const Wanted &as() const { return *std::get_if<Wanted>(&instruction->operation); }
};

struct CompiledAction {
  program::ActionId id = 0;
  program::LocationId to = 0;
  bool visible = false;
  bool entersBlock = false; // leads to an atomic location, or is a block by itself
  /// The number of operations up to the last one that can block (Guard, Join): these decide whether the action is
  /// enabled.
  std::size_t prefix = 0;
  /// The prefix does more than compute: once the action is enabled, its loads and joins must be executed.
  bool prefixActs = false;
  RegisterList prefixWrites;
  std::vector<CompiledOperation> operations;
};

class CfaCode {
public:
  explicit CfaCode(const program::Cfa &cfa);

  const program::Cfa &cfa() const { return *cfa_; }
  const Liveness &liveness() const { return liveness_; }
  Evaluator &evaluator() { return evaluator_; }

  const CompiledAction &action(program::ActionId id) {
    if (!actions_[id])
      compile(id);
    return *actions_[id];
  }
  const std::vector<program::ActionId> &outgoing(program::LocationId location) const {
    return cfa_->outgoing[location];
  }
  bool isAtomic(program::LocationId location) const { return cfa_->locations[location].atomic; }

  /// Converts the registers' values to and from the bytes in which states store them.
  void pack(const RegisterList &registers, std::vector<std::uint8_t> &bytes) const;
  void unpack(const RegisterList &registers, const std::vector<std::uint8_t> &bytes);
  std::size_t packedSize(const RegisterList &registers) const;
  unsigned bytesOf(RegisterId id) const { return registerBytes_[id]; }

private:
  void compile(program::ActionId id);

  const program::Cfa *cfa_;
  Liveness liveness_;
  Evaluator evaluator_;
  std::vector<std::uint8_t> registerBytes_;
  std::vector<std::unique_ptr<CompiledAction>> actions_;
};

/// The code of all functions, compiled on first use. Executions that follow each other can share it. Refers to the
/// program, whose actions must stay the same.
class ProgramCode {
public:
  explicit ProgramCode(const program::Program &program);

  CfaCode &of(program::CfaId cfa) {
    if (!codes_[cfa])
      codes_[cfa] = std::make_unique<CfaCode>(program_.cfas[cfa]);
    return *codes_[cfa];
  }
  /// By CFA: the slots of its threads are not reused (program/kept_slots.hpp).
  const std::vector<bool> &keepsSlot() const { return keepsSlot_; }

private:
  const program::Program &program_;
  std::vector<std::unique_ptr<CfaCode>> codes_;
  std::vector<bool> keepsSlot_;
};

} // namespace heddle::interpreter
