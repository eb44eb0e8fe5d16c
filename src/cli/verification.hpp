// Asking for a verdict: what `heddle verify` and `heddle explore` have in common.
#pragma once

#include "cli/input.hpp"
#include "engines/engine.hpp"
#include "portfolio/portfolio.hpp"

#include <CLI/App.hpp>

#include <string>

namespace heddle::cli {

struct VerificationOptions {
  InputOptions input;
  std::string engine = "auto";
  engines::Options engines;
  std::vector<std::string> unwindSet; // as it was typed
  std::string solver = "cadical";
  std::string timeout;
  std::string memoryLimit;
  std::string counterexampleFile;
  std::string proofFile;
  std::string format = "text";
  bool statistics = false;
  bool quiet = false;
  bool fullTrace = false;
  bool locals = false;
};

void addVerificationOptions(CLI::App &command, VerificationOptions &options);

/// Loads, verifies, reports; returns the exit code.
int runVerification(const VerificationOptions &options);

} // namespace heddle::cli
