// Answers to coverability questions as text and JSON.
#pragma once

#include "coverability/check.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace heddle::report {

struct CoverabilityText {
  bool statistics = false;
  bool fullTrace = false;
  std::size_t mostSteps = 90; // shown unless fullTrace
};

/// `checking 2 targets in FILE: 4 shared states, 3 local states, 5 transitions`
std::string questionLine(const std::string &file, const coverability::System &system);

/// The trace or the size of the proof, and the statistics.
std::string coverabilityText(const coverability::System &system, const coverability::Answer &answer,
                             const CoverabilityText &wanted);

std::string coverabilityJson(const std::string &file, const coverability::System &system,
                             const coverability::Answer &answer);

/// `VERDICT: coverable`
std::string verdictLine(coverability::Verdict verdict, const std::string &reason);

/// The size of U over the iterations, a line for each search: as SVG, like Figures 10 and 12 of the paper.
std::string growthPlot(const std::string &file, const std::vector<coverability::Answer::Curve> &curves);

/// The certificate as text, with one configuration per line for scripts.
std::string certificateText(const coverability::System &system, const coverability::Certificate &certificate);

} // namespace heddle::report
