// heddle check-proof: reads a proof that `heddle verify --proof` has written, and checks it against the program.
//
// The program is compiled and prepared again, as the file says, and the proof is checked against the result, so that
// nothing in the file has to be trusted: neither the proof nor what it claims to be about. What is reported as claimed
// (files, properties, options, assumptions) is what has been checked.
#include "cli/commands.hpp"
#include "cli/exit_codes.hpp"
#include "cli/format.hpp"
#include "cli/input.hpp"
#include "cli/interrupt.hpp"
#include "cli/limits.hpp"
#include "cli/memory.hpp"
#include "cli/messages.hpp"
#include "cli/proof_options.hpp"
#include "cli/proof_subject.hpp"
#include "cli/terminal.hpp"
#include "cli/values.hpp"
#include "proof/check.hpp"
#include "proof/check_modular.hpp"
#include "proof/check_parametric.hpp"
#include "proof/claim.hpp"
#include "proof/file_words.hpp"
#include "proof/fingerprint.hpp"
#include "proof/proof_file.hpp"
#include "report/proof_check.hpp"
#include "support/overloaded.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>
#include <optional>
#include <variant>

namespace heddle::cli {

using proof::CheckResult;
using support::Error;
using support::Expected;

namespace {

struct CheckProofOptions {
  std::string proofFile;
  std::vector<std::string> files;
  std::vector<std::string> compilerArguments;
  std::string compilationDatabase;
  std::vector<std::string> properties;
  std::string solver;
  std::string timeout;
  std::string memoryLimit;
  Format format = Format::Text;
  bool quiet = false;
};

Expected<std::string> readProofFile(const std::string &path) {
  std::ifstream stream(path, std::ios::binary);
  std::string text;
  std::vector<char> buffer(1U << 16);
  while (stream.read(buffer.data(), static_cast<std::streamsize>(buffer.size())) || stream.gcount() > 0) {
    text.append(buffer.data(), static_cast<std::size_t>(stream.gcount()));
    if (!text.starts_with(proof::formatName)) // do not read more of a file (or device) that is something else
      break;
  }
  if (!stream.is_open() || stream.bad() || (text.empty() && !stream.eof()))
    return Error{fmt::format("{}: cannot be read: {}", path, std::strerror(errno))};
  return text;
}

/// The input that the file records, with the files and properties of the command line; also the options of the
/// compiler, which may be paths that differ between machines.
Expected<frontend::Options> inputOf(const CheckProofOptions &options, const proof::ProofFile &file,
                                    const RecordedInput &recorded) {
  InputOptions input = recorded.options;
  input.files = options.files;
  if (!options.compilerArguments.empty())
    input.compilerArguments = options.compilerArguments;
  if (!options.compilationDatabase.empty())
    input.compilationDatabase = options.compilationDatabase;
  const std::vector<std::string> claimed = report::propertyNames(file.header.claims);
  input.properties = options.properties.empty() ? claimed : options.properties;
  Expected<frontend::Options> result = resolveInput(input);
  if (!result)
    return result;
  std::vector<std::string> functions = recorded.errorFunctions;
  std::ranges::sort(functions);
  std::ranges::sort(result->errorFunctions);
  if (!options.properties.empty() &&
      !(result->properties == file.header.claims &&
        (result->errorFunctions == functions || !file.header.claims.contains(program::Property::UnreachCall))))
    return Error{fmt::format(
        "{}: claims {}{}, which is not what --property asks for", file.path, fmt::join(claimed, ", "),
        result->properties == file.header.claims ? fmt::format(" for {}", fmt::join(recorded.errorFunctions, ", "))
                                                 : "")};
  result->errorFunctions = recorded.errorFunctions;
  return result;
}

/// The program that the proof is about, with the properties that it shows.
Expected<program::Program> loadProgram(const frontend::Options &input, const proof::ProofFile &file, bool largeBlocks) {
  Expected<program::Program> program = loadPrepared(input, largeBlocks);
  if (!program)
    return program;
  program->properties = file.header.proves;
  program = subjectOf(file, *program);
  if (const std::string actual = proof::fingerprint(*program); actual != file.header.program)
    return Error{fmt::format("{}: is not a proof about this program, whose fingerprint is {}: the program, an option "
                             "of the C compiler or Heddle differs from what was verified (by Heddle {}; this is {})",
                             file.path, actual, file.header.heddle, HEDDLE_VERSION)};
  return program;
}

smt::Backend solverFor(const CheckProofOptions &options, const proof::Header &header) {
  const bool isCadical = options.solver.empty() ? header.prover.solver != smt::Backend::CaDiCaL
                                                : options.solver == proof::name(smt::Backend::CaDiCaL);
  return isCadical ? smt::Backend::CaDiCaL : smt::Backend::Z3;
}

/// A tree, or an invariant for any number of threads.
using Proof = std::variant<proof::ReachabilityProof, proof::ParametricProof, proof::ModularProof>;

Expected<Proof> readAny(const proof::ProofFile &file, const program::Program &program) {
  const auto converted = [](auto proof) -> Expected<Proof> {
    if (!proof)
      return proof.error();
    return Proof(std::move(*proof));
  };
  if (proof::isModular(file))
    return converted(proof::readModularProof(file));
  return proof::isParametric(file) ? converted(proof::readParametricProof(file, program))
                                   : converted(proof::readProof(file, program));
}

std::string describe(const Proof &proof) {
  return std::visit(
      support::Overloaded{
          [](const proof::ReachabilityProof &tree) { return fmt::format("checking {} nodes", tree.nodes.size()); },
          [](const proof::ParametricProof &parametric) {
            return fmt::format("checking {} unreachable configurations", parametric.unreachable.size());
          },
          [](const proof::ModularProof &modular) { return fmt::format("checking {} cases", modular.cases.size()); },
      },
      proof);
}

CheckResult check(const program::Program &program, const Proof &proof, smt::Backend solver,
                  const CheckProofOptions &options, const Limits &limits) {
  LiveStatus status(!options.quiet && options.format == Format::Text);
  status.show(describe(proof));
  CheckResult result{.kind = CheckResult::Kind::Cancelled, .message = {}};
  const std::optional<std::string> stop = runWithinLimits(limits, [&](support::Cancellation &cancellation) {
    const proof::CheckOptions how{.solver = solver};
    result = std::visit(
        support::Overloaded{
            [&](const proof::ReachabilityProof &tree) { return proof::check(program, tree, how, cancellation); },
            [&](const proof::ParametricProof &parametric) {
              return proof::checkParametric(program, parametric, how, cancellation);
            },
            [&](const proof::ModularProof &modular) {
              return proof::checkModular(program, modular, how, cancellation);
            },
        },
        proof);
  });
  if (result.kind == CheckResult::Kind::Cancelled && stop)
    result.message = *stop;
  return result;
}

int exitCodeOf(CheckResult::Kind kind) {
  switch (kind) {
  case CheckResult::Kind::Valid:
    return exitTrue;
  case CheckResult::Kind::Invalid:
    return exitFalse;
  case CheckResult::Kind::Inconclusive:
  case CheckResult::Kind::Cancelled:
    return exitUnknown;
  }
  return exitInternal;
}

/// What is to be checked, and how it is reported.
struct Request {
  program::Program program;
  Proof proof;
  report::ProofCheck question;
};

Expected<Request> resolve(const CheckProofOptions &options) {
  Expected<std::string> text = readProofFile(options.proofFile);
  if (!text)
    return text.error();
  const Expected<proof::ProofFile> file = proof::readHeader(options.proofFile, std::move(*text));
  if (!file)
    return file.error();
  const Expected<RecordedInput> recorded = recordedInput(*file);
  if (!recorded)
    return recorded.error();
  const Expected<frontend::Options> input = inputOf(options, *file, *recorded);
  if (!input)
    return input.error();
  Expected<program::Program> program = loadProgram(*input, *file, recorded->largeBlocks);
  if (!program)
    return program.error();
  const Expected<std::vector<std::string>> assumptions = proof::assumptionsOf(file->header, *program);
  if (!assumptions)
    return Error{fmt::format("{}: {}", file->path, assumptions.error().message)};
  Expected<Proof> proof = readAny(*file, *program);
  if (!proof)
    return proof.error();

  RecordedInput used = *recorded;
  used.options.compilerArguments = input->compilerArguments;
  used.options.compilationDatabase = input->compilationDatabase.value_or("");
  report::ProofCheck question{
      .file = file->path,
      .question = {.files = input->files, .dataModel = program->dataModel, .properties = file->header.claims},
      .assumptions = *assumptions,
      .options = asCommandLine(used),
      .errorFunctions = {},
      .header = file->header,
      .solver = solverFor(options, file->header)};
  if (recorded->errorFunctions != frontend::Options{}.errorFunctions &&
      file->header.claims.contains(program::Property::UnreachCall))
    for (const std::string &function : recorded->errorFunctions)
      question.errorFunctions.push_back(proof::words::escaped(function));
  return Request{std::move(*program), std::move(*proof), std::move(question)};
}

int runCheckProof(const CheckProofOptions &options) {
  const Expected<Limits> limits = parseLimits(options.timeout, options.memoryLimit, defaultMemoryLimit());
  if (!limits)
    return reportError(limits.error());
  if (options.proofFile.empty())
    return reportError({"no file given; see: heddle help check-proof"});
  const bool isText = options.format == Format::Text;
  catchInterrupts(lastWords(*limits, isText ? report::stoppedProofLine : report::stoppedProofJson));
  setLimits(limits->time, limits->memory);

  const Expected<Request> request = resolve(options);
  if (!request)
    return reportError(request.error());
  const report::ProofCheck &question = request->question;
  if (isText && !options.quiet)
    print(report::claimLines(question));
  CheckResult result = check(request->program, request->proof, question.solver, options, *limits);
  if (const auto difference = proof::differingAssumption(question.header, question.assumptions);
      result.isValid() && difference)
    result = {CheckResult::Kind::Invalid, *difference};
  print(isText ? report::proofLine(question, result) : report::toJson(question, result));
  return exitCodeOf(result.kind);
}

void addOptions(CLI::App &command, CheckProofOptions &options) {
  command.add_option("proof", options.proofFile, "the proof, from heddle verify --proof")
      ->type_name("PROOF")
      ->check(fileName());
  command.add_option("files", options.files, "the program: C files (.c, .i), or one task definition (.yml)")
      ->type_name("FILE")
      ->check(fileName());
  command
      .add_option("--property", options.properties,
                  "what the proof must claim, by name or property file (.prp); may be repeated")
      ->type_name("NAME|FILE")
      ->allow_extra_args(false)
      ->check(suggestingOrFile(propertyChoices()))
      ->group("What to check");
  command.add_option("--solver", options.solver, "cadical or z3; by default the one that did not find the proof")
      ->type_name("NAME")
      ->check(oneOf({"cadical", "z3"}))
      ->group("What to check");
  command
      .add_option("-p", options.compilationDatabase, "directory of compile_commands.json, instead of the recorded one")
      ->type_name("DIR")
      ->check(directoryName())
      ->group("C");
  addLimits(command, options.timeout, options.memoryLimit, "three quarters of the machine's memory unless given");
  addFormat(command, options.format, "text, or json (nothing else goes to standard output then)");
  command.add_flag("--quiet", options.quiet, "only the result")->group("Report");
}

} // namespace

Command addCheckProof(CLI::App &heddle, const SplitArguments &arguments) {
  auto options = std::make_shared<CheckProofOptions>();
  CLI::App *command = heddle.add_subcommand("check-proof", "check a proof that heddle verify --proof has written");
  command->footer("The proof says how the program is compiled; -I, -D, -U, -std=, -include, -isystem and -iquote "
                  "replace what it says.\n"
                  "Exit codes: 0 valid, 1 invalid, 2 usage, compile or file error, 3 inconclusive, 4 internal error.");
  addOptions(*command, *options);
  return {command, [options, &arguments] {
            options->compilerArguments = arguments.compiler;
            return runCheckProof(*options);
          }};
}

} // namespace heddle::cli
