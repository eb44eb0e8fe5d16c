// Wrong proofs against the checker.
#pragma once

#include "proved_and_checked.hpp"

#include <fmt/format.h>

#include <iostream>
#include <map>
#include <optional>

namespace heddle::testing {

/// Mutants against the checker: none of their wrong proofs may pass.
class Attack {
public:
  explicit Attack(std::vector<Mutant> mutants) : mutants_(std::move(mutants)), rows_(mutants_.size()) {}

  /// The programs that the mutants are made for.
  void useOwnPrograms(PropertySet properties) {
    for (std::size_t i = 0; i < mutants_.size(); ++i) {
      std::optional<Verdict> explored;
      use(i, compile(mutants_[i].wrong, properties), explored, mutants_[i].wrong);
    }
  }

  void use(const std::string &text, PropertySet properties) {
    const Program program = compile(text, properties);
    std::optional<Verdict> explored;
    for (std::size_t i = 0; i < mutants_.size(); ++i)
      use(i, program, explored, text);
  }

  void print() {
    std::cout << fmt::format("{:22} {:>6} {:>8} {:>13} {:>7}\n", "mutant", "wrong", "invalid", "inconclusive",
                             "missed");
    for (std::size_t i = 0; i < mutants_.size(); ++i)
      std::cout << fmt::format("{:22} {:6} {:8} {:13} {:7}\n", mutants_[i].name, rows_[i].wrong,
                               rows_[i].results[Check::Failed], rows_[i].results[Check::NotChecked],
                               rows_[i].results[Check::Passed]);
  }

private:
  struct Row {
    unsigned wrong = 0;
    std::map<Check, unsigned> results;
  };

  void use(std::size_t i, const Program &program, std::optional<Verdict> &explored, const std::string &text) {
    const Checked result = checkedProof(program, mutants_[i].mutation);
    if (result.check == Check::NotProved)
      return;
    if (!explored)
      explored = ask(engines::explore::run, program, {}, 60'000).verdict();
    if (*explored != Verdict::False)
      return;
    ++rows_[i].wrong;
    ++rows_[i].results[result.check];
    EXPECT_NE(result.check, Check::Passed) << mutants_[i].name << "\n" << text;
  }

  std::vector<Mutant> mutants_;
  std::vector<Row> rows_;
};

} // namespace heddle::testing
