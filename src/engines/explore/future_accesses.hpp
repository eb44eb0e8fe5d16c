// The accesses that threads may still make, by points-to analysis, for the explorer's persistent sets.
#pragma once

#include "analysis/footprint.hpp"
#include "interpreter/explorer.hpp"
#include "interpreter/step_accesses.hpp"
#include "program/program.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace heddle::engines::explore {

class FutureAccesses : public interpreter::DependenceOracle {
public:
  /// Null if the program is so large that the tables would not fit into memory.
  static std::unique_ptr<FutureAccesses> make(const program::Program &program);

  bool mayDepend(program::CfaId cfa, program::LocationId location, const interpreter::Memory &memory,
                 const interpreter::StepAccesses &accesses) const override;

private:
  using Set = std::vector<std::uint64_t>; // a bit for each of `atoms_`

  /// One effect of actions; equal effects are stored once.
  struct Atom {
    enum class Kind : std::uint8_t { Read, Write, Threads, Everything };
    Kind kind;
    analysis::Region region;
    auto operator<=>(const Atom &) const = default;
  };

  explicit FutureAccesses(const program::Program &program) : program_(program) {}
  bool conflicts(const Atom &atom, const interpreter::Memory &memory, const interpreter::StepAccesses &accesses) const;
  void solve(const std::vector<std::vector<std::vector<std::uint32_t>>> &atomsOfActions);
  bool propagate(program::CfaId cfa, const std::vector<std::vector<std::uint32_t>> &atomsOfActions);

  const program::Program &program_;
  std::vector<Atom> atoms_;
  std::vector<std::vector<Set>> future_; // by CFA and location
};

} // namespace heddle::engines::explore
