// What the analysis could not exclude, and the accesses that may meet others.
#pragma once

#include "engines/modular/interference.hpp"
#include "engines/modular/lock_family.hpp"
#include "engines/modular/slots.hpp"
#include "engines/modular/state.hpp"
#include "engines/suspect.hpp"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

namespace heddle::engines::modular {

/// An access to memory that other threads may access, too.
struct SharedAccess {
  program::CfaId cfa = 0;
  AbstractObject object = 0;
  Address address;
  bool writes = false;
  bool isPlain = false;
  Held held;
  WordGuards guards;
  std::set<program::CfaId> others; // of main: functions whose threads may run
  program::SourceSpan span;
  const program::Instruction *instruction = nullptr; // of main

  /// All but the place in the source.
  auto group() const { return std::tie(object, cfa, address, writes, isPlain, held, guards, others); }
  bool operator<(const SharedAccess &other) const {
    const auto place = [](const program::SourceSpan &at) { return std::tie(at.file, at.line, at.column, at.frame); };
    if (group() == other.group())
      return place(span) != place(other.span) ? place(span) < place(other.span)
                                              : std::less<>{}(instruction, other.instruction);
    return group() < other.group();
  }
};

struct Finding {
  Suspicion suspicion = Suspicion::Undefined;
  std::string text;
  program::SourceSpan span;
  std::vector<Suspect::Place> places = {}; // that take part, if it is not only the span
  std::string reason = {};                 // why it is not excluded
  unsigned weight = 0;                     // among those of the same suspicion; the heavier, the more suspicious
};

class Findings {
public:
  void add(Suspicion suspicion, program::SourceSpan span, std::string text) {
    if (known_.emplace(span.file, span.line, span.column, span.frame, text).second)
      all_.push_back({suspicion, std::move(text), span});
  }
  void add(Finding finding) { all_.push_back(std::move(finding)); }
  void addAccess(const SharedAccess &access, const OrderFacts &facts) {
    const auto [entry, isNew] = accesses_.try_emplace(access, facts);
    if (!isNew)
      entry->second = join(entry->second, facts);
  }
  bool isEmpty() const { return all_.empty(); }
  const std::vector<Finding> &all() const { return all_; }
  const std::map<SharedAccess, OrderFacts> &accesses() const { return accesses_; }

private:
  std::vector<Finding> all_;
  std::set<std::tuple<program::FileId, std::uint32_t, std::uint32_t, program::FrameId, std::string>> known_;
  std::map<SharedAccess, OrderFacts> accesses_;
};

} // namespace heddle::engines::modular
