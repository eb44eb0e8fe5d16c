#include "cli/witness_file.hpp"

#include "cli/messages.hpp"
#include "frontend/task.hpp"
#include "proof/proof_file.hpp"
#include "support/files.hpp"
#include "witness/invariants.hpp"
#include "witness/sha256.hpp"
#include "witness/violation.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <random>

namespace heddle::cli {

using support::Error;
using support::Expected;
using witness::Witness;

namespace {

/// A random UUID (version 4).
std::string uuid() {
  std::random_device random;
  const auto word = [&] { return static_cast<std::uint32_t>(random()); };
  const std::uint32_t second = word();
  const std::uint32_t third = word();
  return fmt::format("{:08x}-{:04x}-4{:03x}-{:04x}-{:04x}{:08x}", word(), second >> 16, second & 0xfff,
                     (third >> 16 & 0x3fff) | 0x8000, third & 0xffff, word());
}

witness::Task taskOf(const frontend::Options &input, const program::Program &program) {
  witness::Task task{.producer = "Heddle",
                     .producerVersion = HEDDLE_VERSION,
                     .creationTime = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))),
                     .uuid = uuid(),
                     .specification = frontend::toText({program.properties, input.errorFunctions}),
                     .files = input.files,
                     .hashes = {},
                     .is32Bit = program.dataModel == program::DataModel::ILP32};
  for (const std::string &file : input.files)
    task.hashes.push_back(witness::sha256(support::readFile(file).value_or("")));
  return task;
}

std::optional<Error> write(const std::string &path, const Witness &witness) {
  const auto written = writeFile(path, witness::toText(witness, *witness::formatOf(path)));
  return written ? std::nullopt : std::optional(written.error());
}

} // namespace

std::optional<Error> checkWitnessName(const std::string &path) {
  if (path.empty() || witness::formatOf(path))
    return std::nullopt;
  return Error{fmt::format("--witness: the name '{}' must end in .graphml or .yml, which selects the format", path)};
}

std::string witnessLine(const std::string &path) {
  return fmt::format("the witness is in {0}: heddle validate --witness {0} FILE... checks it\n", path);
}

std::optional<Error> writeViolationWitness(const std::string &path, const frontend::Options &input,
                                           const program::Program &program, const interpreter::Trace &trace) {
  return write(path, {taskOf(input, program), witness::waypointsOf(program, trace)});
}

std::optional<Error> writeCorrectnessWitness(const std::string &path, const frontend::Options &input,
                                             const program::Program &program, const std::string &proofFile) {
  witness::CorrectnessWitness correctness;
  if (!proofFile.empty())
    if (const Expected<proof::ProofFile> file = proof::readHeader("proof", proofFile); file && proof::isModular(*file))
      if (const Expected<proof::ModularProof> modular = proof::readModularProof(*file))
        correctness.invariants = witness::invariantsOf(program, *modular);
  return write(path, {taskOf(input, program), std::move(correctness)});
}

Expected<Witness> readWitness(const std::string &path) {
  const std::optional<std::string> text = support::readFile(path);
  if (!text)
    return Error{fmt::format("{}: cannot be read", path)};
  return witness::parse(*text, path);
}

std::vector<std::string> differingFiles(const witness::Task &task, const frontend::Options &input) {
  // A hash may also be SHA-1, in witnesses of older tools: only those of the right length are compared.
  const bool comparesAll = std::ranges::all_of(task.hashes, [](const std::string &hash) { return hash.size() == 64; });
  std::vector<std::string> differing;
  for (const std::string &file : input.files) {
    const std::string hash = witness::sha256(support::readFile(file).value_or(""));
    if (comparesAll && !task.hashes.empty() && std::ranges::find(task.hashes, hash) == task.hashes.end())
      differing.push_back(file);
  }
  return differing;
}

} // namespace heddle::cli
