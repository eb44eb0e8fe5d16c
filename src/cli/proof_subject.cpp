#include "cli/proof_subject.hpp"

#include "proof/fingerprint.hpp"
#include "transform/lasting_objects.hpp"

namespace heddle::cli {

program::Program subjectOf(const proof::ProofFile &file, const program::Program &program) {
  if (proof::isModular(file) && proof::fingerprint(program) != file.header.program)
    if (std::optional<program::Program> lasting = transform::withLastingObjects(program);
        lasting && proof::fingerprint(*lasting) == file.header.program)
      return std::move(*lasting);
  return program;
}

} // namespace heddle::cli
