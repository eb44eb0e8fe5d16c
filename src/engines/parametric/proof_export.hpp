// Exports a finished abstraction, and the certificate of uncoverability, as a proof.
#pragma once

#include "coverability/certificate.hpp"
#include "engines/parametric/thread_system.hpp"
#include "proof/parametric_proof.hpp"

namespace heddle::engines::parametric {

/// What a proof rests on.
struct ProofParts {
  reachability::Semantics &semantics; // of one thread among others
  const Templates &templates;
  Segments &segments;
  Predicates &predicates;
  const ThreadSystem &abstract;
  const coverability::Certificate &certificate;
  bool joinsAreValid = false;
};

proof::ParametricProof exportProof(const ProofParts &parts);

} // namespace heddle::engines::parametric
