// The options that select and configure an engine, all made from the table of engines (portfolio/engines.hpp).
#pragma once

#include "engines/engine.hpp"
#include "support/expected.hpp"

#include <CLI/App.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace heddle::cli {

/// As on the command line.
struct EngineOptions {
  std::string engine = "auto";
  engines::Limits limits;
  std::vector<std::pair<std::string, std::string>> given; // options of engines and their values, in order

  /// The last value given for the option; empty if there is none.
  std::string valueOf(const std::string &option) const;
};

/// For a command with a fixed engine: adds its options and the limits that all engines share.
void addOptionsOf(CLI::App &command, const std::string &engine, EngineOptions &options);

/// For a command that lets the user choose: adds --engine and the options of all engines. The latter are not listed in
/// the help text of the command, but in `engineHelp`.
void addEngineOptions(CLI::App &command, EngineOptions &options);

/// The engine with the options that were given. If the engine does not have one of them, the error names the engines
/// that do.
support::Expected<std::unique_ptr<engines::Configuration>> configure(const EngineOptions &options);

/// The description, properties and options of an engine; for `heddle help ENGINE`.
std::string engineHelp(const engines::Engine &engine);
/// The same for all engines; for `heddle help verify --all`.
std::string allEnginesHelp();

} // namespace heddle::cli
