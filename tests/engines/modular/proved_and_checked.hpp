// A proof of engine modular, or of one of its mutants, and what its check says.
#pragma once

#include "engines/campaign.hpp"
#include "engines/modular/weakening.hpp"
#include "mutants.hpp"

namespace heddle::testing {

enum class Check : std::uint8_t { NotProved, Passed, Failed, NotChecked };

struct Checked {
  Check check = Check::NotProved;
  std::string reason;
};

inline Checked checkedProof(const Program &program, Mutation mutation = Mutation::None) {
  support::Cancellation cancellation;
  cancellation.setEffort(3'000'000);
  engines::modular::Options options;
  options.checkProof = true;
  const Outcome outcome =
      engines::modular::runMutant({.program = program, .cancellation = cancellation}, options, mutation);
  if (const auto *proved = std::get_if<engines::NoViolation>(&outcome.answer))
    return {!proved->check.empty()                                 ? Check::Passed
            : proved->unchecked.starts_with("it is not confirmed") ? Check::Failed
                                                                   : Check::NotChecked,
            proved->unchecked};
  if (const auto *error = std::get_if<engines::InternalError>(&outcome.answer))
    return {Check::Failed, error->message};
  return {};
}

} // namespace heddle::testing
