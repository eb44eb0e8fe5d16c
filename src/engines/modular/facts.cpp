#include "engines/modular/facts.hpp"

#include "engines/modular/certificate.hpp"
#include "proof/confirm_facts.hpp"
#include "proof/proof_file.hpp"
#include "support/stopwatch.hpp"

namespace heddle::engines::modular {

std::string confirmedFacts(const Context &context, const Objects &objects, const Fixpoint &fixpoint,
                           support::Cancellation &cancellation, Statistics &statistics) {
  std::chrono::nanoseconds time{0};
  std::string certificate;
  std::size_t count = 0;
  {
    const support::Stopwatch stopwatch(time);
    proof::ModularProof claims = certificateOf(context.program, objects, fixpoint);
    const proof::CheckResult check =
        proof::confirmClaims(context.program, claims, {.solver = smt::Backend::CaDiCaL}, cancellation);
    if (check.isValid()) {
      count = proof::factsOf(context.program, claims).count();
      if (count != 0)
        certificate = proof::certificateText(context.program, claims);
    } else {
      context.log.info("facts are not confirmed: {}", check.message);
    }
  }
  statistics.count("facts.confirmed", count);
  statistics.time("time.facts", time);
  return certificate;
}

std::optional<Facts> findFacts(const Context &context, std::uint64_t effort, Statistics &statistics,
                               Mutation mutation) {
  const Objects objects(context.program);
  if (objects.parallelism().instances(0) != analysis::Instances::One)
    return std::nullopt;
  support::Cancellation limited(&context.cancellation, effort);
  Fixpoint fixpoint(context.program, objects, limited, mutation);
  if (!fixpoint.run())
    return std::nullopt;
  std::string certificate = confirmedFacts(context, objects, fixpoint, limited, statistics);
  return certificate.empty() ? std::nullopt : readFacts(context.program, std::move(certificate));
}

std::optional<Facts> readFacts(const program::Program &program, std::string certificate) {
  const support::Expected<proof::ModularProof> claims = proof::readCertificate(certificate);
  if (!claims || !proof::isWellFormed(program, *claims))
    return std::nullopt;
  return Facts{proof::factsOf(program, *claims), std::move(certificate)};
}

} // namespace heddle::engines::modular
