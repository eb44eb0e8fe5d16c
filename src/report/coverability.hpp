// Answers to coverability questions as text and JSON.
#pragma once

#include "engines/cover/cover.hpp"

#include <cstddef>
#include <string>

namespace heddle::report {

struct CoverabilityText {
  bool statistics = false;
  bool fullTrace = false;
  std::size_t mostSteps = 90; // shown otherwise
};

/// `checking 2 targets in FILE: 4 shared states, 3 local states, 5 transitions`
std::string questionLine(const std::string &file, const engines::cover::System &system);

/// The trace or the size of the proof, and the statistics.
std::string coverabilityText(const engines::cover::System &system, const engines::cover::Answer &answer,
                             const CoverabilityText &wanted);

std::string coverabilityJson(const std::string &file, const engines::cover::System &system,
                             const engines::cover::Answer &answer);

/// `VERDICT: coverable`
std::string verdictLine(engines::cover::Verdict verdict, const std::string &reason);

/// The certificate for people, and for scripts: one configuration a line.
std::string certificateText(const engines::cover::System &system, const engines::cover::Certificate &certificate);

} // namespace heddle::report
