#include "cli/proof_subject.hpp"

#include "proof/fingerprint.hpp"
#include "transform/any_size.hpp"
#include "transform/lasting_objects.hpp"

namespace heddle::cli {

program::Program subjectOf(const proof::ProofFile &file, const program::Program &program) {
  const auto isSubject = [&](const program::Program &one) { return proof::fingerprint(one) == file.header.program; };
  if (!proof::isModular(file) || isSubject(program))
    return program;
  std::optional<program::Program> unlimited = transform::withoutLimits(program);
  if (unlimited && isSubject(*unlimited))
    return std::move(*unlimited);
  if (std::optional<program::Program> lasting = transform::withLastingObjects(unlimited ? *unlimited : program);
      lasting && isSubject(*lasting))
    return std::move(*lasting);
  return program;
}

} // namespace heddle::cli
