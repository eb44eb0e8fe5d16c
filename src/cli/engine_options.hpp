// Which engine is asked, and how.
#pragma once

#include "engines/engine.hpp"
#include "support/expected.hpp"

#include <CLI/App.hpp>

#include <string>
#include <vector>

namespace heddle::cli {

/// As on the command line.
struct EngineOptions {
  std::string name = "auto";
  engines::Options settings;          // what an option decides alone
  std::vector<std::string> unwindSet; // --unwindset
  std::string reduction;              // --por: what it may be depends on the engine
};

/// For every command that has engines.
void addCommonEngineOptions(CLI::App &command, EngineOptions &options);
/// For a command that lets the user choose the engine.
void addEngineOptions(CLI::App &command, EngineOptions &options);

/// What the engine gets; an error if options do not go together.
support::Expected<engines::Options> resolveEngineOptions(const EngineOptions &options);

} // namespace heddle::cli
