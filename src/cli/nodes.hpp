// `heddle verify --slurm N`: one verification on the nodes of a cluster.
#pragma once

#include "cli/compiler_arguments.hpp"
#include "cli/limits.hpp"
#include "engines/engine.hpp"
#include "support/expected.hpp"

#include <CLI/App.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace heddle::cli {

struct VerificationOptions;

struct NodeOptions {
  unsigned count = 0;    // parts, each on a node; 0: this machine alone
  std::string partition; // of the cluster; empty: Slurm's default
  unsigned cores = 2;    // of each part
  // On a node:
  std::optional<std::size_t> part; // the part that it verifies
  std::string folder;              // for its answer
  bool needsInvariant = false;     // of a proof, for a page or a witness
  // Where the verification was started:
  std::vector<std::string> words;     // of the command line, for the nodes
  std::vector<std::string> lastWords; // those that must be the last ones
};

void addNodeOptions(CLI::App &command, NodeOptions &options);
/// Call after the command line was parsed.
void setWords(NodeOptions &options, const CLI::App &command, const SplitArguments &arguments);
/// What is wrong with the options, if anything is.
std::optional<support::Error> checkNodes(const VerificationOptions &options);

/// Submits the parts of a verification and awaits a verdict. Counterexamples are replayed by this process. `whole` is
/// the engine as the user has configured it; `context.program` is prepared for it.
support::Expected<engines::Result> runOnNodes(const engines::Configuration &whole, const engines::Context &context,
                                              const VerificationOptions &options);

/// On a node: verifies the part of `context.program` that the options name, as `verify` does it, and writes the answer.
/// Returns an error if that is not possible.
using VerifyPart = std::function<engines::Result(const engines::Configuration &engine, program::Program &program)>;
support::Expected<bool> runPart(const engines::Configuration &whole, const program::Program &program,
                                const VerificationOptions &options, const VerifyPart &verify);

} // namespace heddle::cli
