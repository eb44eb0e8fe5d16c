// A line: the sequence of instructions that large-block encoding is building, and the rules for what may be appended
// to it.
#pragma once

#include "program/program.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace heddle::transform {

/// The facts about a location that a line passes.
struct Passage {
  bool atomic = false;
  /// Whenever a thread is there, at least one of the outgoing actions is enabled.
  bool total = false;
};

/// What analysis has shown about a Load.
struct LoadFacts {
  bool initialised = false; // no value has to be chosen
  bool valid = false;       // the address certainly lies in a live object
};

class Line {
public:
  using Facts = std::function<LoadFacts(const program::Load &)>;

  Line(bool startsAtomic, const Facts &facts)
      : facts_(&facts), startsAtomic_(startsAtomic), inBlock_(startsAtomic), entered_(startsAtomic) {}

  /// Whether `next`, an action out of the location `via` at which the line ends, may be appended.
  bool accepts(const program::Action &next, Passage via) const;
  /// Appends the first action of a line, which is always accepted.
  void append(const program::Action &next);
  void append(const program::Action &next, Passage via);

  const std::vector<program::Instruction> &instructions() const { return instructions_; }

private:
  bool permits(const program::Operation &operation, bool inBlock) const;
  void note(const program::Operation &operation);
  void markBlock();

  const Facts *facts_;
  std::vector<program::Instruction> instructions_;
  bool startsAtomic_;
  bool inBlock_;          // every location since the first visible operation (or the start) is atomic
  bool entered_ = false;  // some location on the line is atomic
  bool hasBegin_ = false; // an AtomicBegin is on the line
  bool pure_ = true;
  bool hasEffect_ = false; // no Guard may follow
  bool closed_ = false;    // has a visible operation other than a Load or AtomicBegin
  std::size_t firstVisible_ = none;

  static constexpr std::size_t none = SIZE_MAX;
};

} // namespace heddle::transform
