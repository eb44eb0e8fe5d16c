// A line: the straight sequence of operations that large-block merging is putting together, and the rules
// for what may still be put behind it.
#pragma once

#include "program/program.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace heddle::transform {

/// What a line has to know about a location that it passes.
struct Passage {
  bool atomic = false;
  /// Whenever a thread stands there, at least one of the outgoing actions is enabled.
  bool total = false;
};

/// What a Load can be relied on for.
struct LoadFacts {
  bool initialised = false; // it never has to choose a value
  bool valid = false;       // the address surely lies in a live object
};

class Line {
public:
  using Facts = std::function<LoadFacts(const program::Load &)>;

  Line(bool startsAtomic, const Facts &facts)
      : facts_(&facts), startsAtomic_(startsAtomic), inBlock_(startsAtomic), entered_(startsAtomic) {}

  /// Whether `next`, an action that leaves the location `via` at which the line ends, may be put behind it.
  bool accepts(const program::Action &next, Passage via) const;
  /// The first action of a line is appended without asking.
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
  bool entered_ = false;  // some location on the way is atomic
  bool hasBegin_ = false; // an AtomicBegin is on the line
  bool pure_ = true;
  bool hasEffect_ = false; // no Guard may follow
  bool closed_ = false;    // has a visible operation that is no Load
  std::size_t firstVisible_ = none;

  static constexpr std::size_t none = SIZE_MAX;
};

} // namespace heddle::transform
