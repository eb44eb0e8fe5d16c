// The symbolic execution of one action, on all of its branches. Internal to Semantics.
#pragma once

#include "reachability/semantics.hpp"

#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace heddle::reachability {

class ActionExecution {
public:
  ActionExecution(Semantics &semantics, const Control &control, unsigned slot);

  /// Adds the transitions of the action. Returns the condition under which it is enabled.
  Expr run(program::ActionId action);
  /// Adds the transition of a thread none of whose actions is enabled, under that condition.
  void runStuck(Expr condition, bool atomic, bool rests);
  /// The condition that all inputs of the executed actions are in range.
  Expr inputRanges();

  std::vector<Transition> take() { return std::move(transitions_); }

private:
  /// One execution of the action, as far as it has been executed, with the decisions about control that it made.
  struct Branch {
    Transition transition;
    Control control;
    std::map<VariableId, Update> values; // assigned so far
    Expr enabled = nullptr;              // the condition of this branch, without the ranges of inputs
    unsigned inputs = 0;
    bool inBlock = false;
  };
  /// A place that an access may go to.
  struct Place {
    program::ObjectId object;
    std::uint64_t offset;
  };
  struct Places {
    std::vector<Place> places;
    Expr valid = nullptr;      // the address is one of them
    Expr misaligned = nullptr; // it is inside an object, but between two of them
    bool tooMany = false;
  };

  void run(Branch branch, const program::Action &action, std::size_t from);
  /// False if the branch ends there.
  bool execute(Branch &branch, const program::Action &action, std::size_t index);
  bool executeLoad(Branch &branch, const program::Load &load, program::SourceSpan span);
  bool executeStore(Branch &branch, const program::Store &store, program::SourceSpan span);
  bool executeAllocate(Branch &branch, const program::Allocate &allocate, program::SourceSpan span);
  bool executeFree(Branch &branch, const program::Action &action, std::size_t index);
  bool executeObjectSize(Branch &branch, const program::ObjectSize &query, program::SourceSpan span);
  bool executeSpawn(Branch &branch, const program::Spawn &spawn, program::SourceSpan span);
  bool executeJoin(Branch &branch, const program::Action &action, std::size_t index);
  bool executeDetach(Branch &branch, const program::Action &action, std::size_t index);
  void executeEndThread(Branch &branch, const program::EndThread &end);
  void executeHavoc(Branch &branch, const program::Havoc &havoc);
  /// An input of the transition that no operation of the program names.
  Expr newInput(Branch &branch, unsigned width);
  Expr chosenValidity(Branch &branch);
  bool choosesHandles() const { return semantics_.handles_ == Semantics::Handles::Inputs; }

  bool assume(Branch &branch, Expr condition);
  /// Continues where the condition holds; elsewhere the property is violated or, if it is not checked, the thread
  /// stops. False if the condition cannot hold.
  bool require(Branch &branch, Expr condition, program::Property property, const std::string &message,
               program::SourceSpan span);
  void fail(Branch branch, program::Property property, const std::string &message, program::SourceSpan span);
  void stop(Branch branch, program::SourceSpan span);
  void halt(Branch branch, const std::string &message, program::SourceSpan span);
  void finish(Branch branch, Transition::Kind kind);

  bool resolve(Branch &branch, Expr programAddress, Expr address, unsigned bytes, bool writes, program::SourceSpan span,
               Places &places);
  Places placesOf(const Branch &branch, Expr programAddress, Expr address, unsigned bytes, bool writes);
  bool isAccessible(const Branch &branch, program::ObjectId object, std::uint64_t offset, unsigned bytes, bool writes,
                    std::uint64_t &size) const;
  std::vector<Cell> cellsAt(const Branch &branch, const Place &place, unsigned bytes);
  Expr read(Branch &branch, const Place &place, unsigned bytes);
  void releaseSlot(Branch &branch, unsigned slot);
  Expr joinable(const Branch &branch, Expr handle, std::vector<unsigned> &slots);

  bool isRead(const Branch &branch, Expr variable);
  Expr evaluate(const Branch &branch, Expr expression);
  Expr valueOf(const Branch &branch, Expr variable) const;
  void set(Branch &branch, Expr variable, Expr value);
  void setRegister(Branch &branch, program::RegisterId reg, Expr value);
  Expr pointer(program::ObjectId object, std::uint64_t offset = 0);
  program::ExprPool &pool() { return semantics_.variables_.pool(); }
  bool checks(program::Property property) const { return program_.properties.contains(property); }

  Semantics &semantics_;
  const program::Program &program_;
  const Control &control_;
  unsigned slot_;
  program::CfaId cfaId_;
  const program::Cfa &cfa_;
  std::vector<Transition> transitions_;
  Expr enabled_ = nullptr; // the condition of all finished branches of the current action
  /// The inputs of the actions executed so far, each once, and their ranges.
  std::vector<Expr> inputs_;
  std::vector<std::pair<Expr, Expr>> ranges_;
  bool isUnsupported_ = false; // the solvers lack an operator of an evaluated expression
};

} // namespace heddle::reachability
