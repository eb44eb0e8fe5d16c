// What the analysis could not exclude, and the accesses that may meet others.
#pragma once

#include "engines/modular/state.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

namespace heddle::engines::modular {

/// An access to memory that other threads may access, too.
struct SharedAccess {
  program::CfaId cfa = 0;
  AbstractObject object = 0;
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  bool writes = false;
  bool isPlain = false;
  std::set<Cell> held;
  std::set<program::CfaId> others; // of main: functions whose threads may run
  program::SourceSpan span;

  bool operator==(const SharedAccess &) const = default;
};

/// The more suspicious come first.
enum class Suspicion : std::uint8_t { Race, Violation, Undefined, Unfollowed };

struct Finding {
  Suspicion suspicion = Suspicion::Undefined;
  std::string text;
  program::SourceSpan span;
};

class Findings {
public:
  void add(Suspicion suspicion, program::SourceSpan span, std::string text) {
    for (const Finding &known : all_)
      if (known.span == span && known.text == text)
        return;
    all_.push_back({suspicion, std::move(text), span});
  }
  void addAccess(SharedAccess access) {
    if (std::find(accesses_.begin(), accesses_.end(), access) == accesses_.end())
      accesses_.push_back(std::move(access));
  }
  bool isEmpty() const { return all_.empty(); }
  const std::vector<Finding> &all() const { return all_; }
  const std::vector<SharedAccess> &accesses() const { return accesses_; }

private:
  std::vector<Finding> all_;
  std::vector<SharedAccess> accesses_;
};

} // namespace heddle::engines::modular
