// Which engine is asked, and with which options. Everything comes from the table of engines (portfolio/engines.hpp).
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

  /// The value that was given last; empty if there is none.
  std::string valueOf(const std::string &option) const;
};

/// For a command that has one engine: its options, and those of every engine.
void addOptionsOf(CLI::App &command, const std::string &engine, EngineOptions &options);

/// For a command that lets the user choose: --engine, and the options of all engines. The help text of the command does
/// not list the latter; `engineHelp` does.
void addEngineOptions(CLI::App &command, EngineOptions &options);

/// The engine with the options that were given; an error names the engines that have an option if this one has not.
support::Expected<std::unique_ptr<engines::Configuration>> configure(const EngineOptions &options);

/// What an engine does, which properties it checks, and its options; for `heddle help ENGINE`.
std::string engineHelp(const engines::Engine &engine);
/// The same of all engines; for `heddle help verify --all`.
std::string allEnginesHelp();

} // namespace heddle::cli
