// Violations that the user does not want to see. A file has one rule in each line:
//
//   # counters for statistics may be off by a few
//   race variable:stats.*
//   race at:src/log.c:42 function:log_*
//   deadlock function:shutdown
//   any file:third_party/*
//
// A rule begins with a kind (race, assertion, deadlock, memory, overflow, lock, any) and has one condition or more, all
// of which must hold of a violation: function:PATTERN (a function of a call chain that leads to it), at:FILE:LINE,
// file:PATTERN, variable:PATTERN (of a race). Of the two accesses of a race, either may satisfy a condition. `*` and
// `?` in a pattern are as in the shell; a file is matched by its path as Heddle shows it, or by an end of it that
// begins after a slash.
#pragma once

#include "portfolio/violation_facts.hpp"
#include "support/expected.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace heddle::portfolio {

class Suppressions {
public:
  /// Adds the rules of a file.
  std::optional<support::Error> addFile(const std::string &path);
  /// Adds the rules of a text; `path` is for messages.
  std::optional<support::Error> add(const std::string &text, const std::string &path);

  /// Whether a rule suppresses the violation. The first one that does counts it.
  bool suppress(const ViolationFacts &violation);

  std::size_t count() const;
  /// "races.supp:3: 1, races.supp:7: 2": the rules that have suppressed something, and how much.
  std::string usedRules() const;

private:
  enum class Subject : std::uint8_t { Function, File, Place, Variable };
  struct Condition {
    Subject subject;
    std::string pattern;
  };
  struct Rule {
    program::PropertySet properties;
    std::vector<Condition> conditions;
    std::string place; // of the rule itself
    std::size_t used = 0;
  };
  static bool holds(const Condition &condition, const ViolationFacts &violation);

  std::vector<Rule> rules_;
};

} // namespace heddle::portfolio
