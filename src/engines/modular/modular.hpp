// Engine `modular`: proofs for any number of threads, by thread-modular abstract interpretation.
#pragma once

#include "engines/engine.hpp"

#include <chrono>
#include <optional>

namespace heddle::engines::modular {

extern const Engine engine;

struct Options {
  bool checkProof = false; // by an independent checker
  /// No option sets it: without a verdict by then, the proof has not been checked.
  std::optional<std::chrono::milliseconds> mostCheckTime = std::nullopt;
  bool writeProof = false; // as text, into the answer (proof/proof_file.hpp)
  bool findsFacts = false; // for other engines, if there is no proof; no option sets it
  /// The analysis gives up after so much effort (support::Cancellation). No option sets it.
  std::uint64_t effort = UINT64_MAX;

  OptionList list();
};

Outcome run(const Context &context, const Options &options);

} // namespace heddle::engines::modular
