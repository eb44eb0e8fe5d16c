// Compiles the program, the models that it needs and the scheduler.
//
// The compiler is the system's clang-19, with the options of the front end that change what a program means
// (frontend/translation_unit.cpp), and without optimisation, so that every access in the source is one in the binary.
// `-fsanitize=thread` is passed to the inner command only: the driver would link the sanitizer's run-time library.
// Locals are zero when they begin, since the values of uninitialised memory in a schedule are zero if they can be.
#include "native/build.hpp"

#include "native/assembly.hpp"
#include "native/compress.hpp"
#include "native/process.hpp"
#include "native/sources.hpp"
#include "native/tables.hpp"
#include "support/files.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <future>

namespace heddle::native {

namespace fs = std::filesystem;
using support::Error;
using support::Expected;

namespace {

constexpr const char *modelFolder = "models";

void writeFile(const fs::path &path, std::string_view text) { std::ofstream(path, std::ios::binary) << text; }

class Builder {
public:
  Builder(const Task &task, const std::string &directory)
      : task_(task), directory_(absolutePath(directory)), models_(directory_ / modelFolder) {}

  Expected<Binary> run() {
    if (std::optional<Error> error = compileUnits())
      return *error;
    if (std::optional<Error> error = compileModels())
      return *error;
    writeTables();
    rewriteAll();
    if (std::optional<Error> error = link())
      return *error;
    return std::move(binary_);
  }

private:
  struct Assembly {
    std::string name; // of the C file
    fs::path path;
    std::string text;
    bool isModel = false;
  };

  static std::vector<std::string> instrumented() {
    return {"clang-19", "-S", "-O0", "-g", "-gcolumn-info", "-pthread", "-fno-omit-frame-pointer",
            "-ftrivial-auto-var-init=zero", "-ffp-contract=off", "-w", "-Xclang", "-fsanitize=thread",
            // Reads are announced although a write to the same place follows.
            "-mllvm", "-tsan-instrument-read-before-write", "-mllvm", "-tsan-instrument-func-entry-exit=0"};
  }

  std::optional<Error> execute(std::vector<std::string> words, const fs::path &log, const std::string &what) const {
    const Ended ended = native::run({std::move(words), {}, log.string(), {}});
    // posix_spawn reports a missing program here or, by some C libraries, as the exit code 127 of the child.
    if (!ended.isStarted || ended.code == 127)
      return Error{"clang-19 is not installed; replay --native compiles the program with it"};
    if (ended.code != 0)
      return Error{
          fmt::format("{} cannot be compiled for the native run:\n{}", what, support::readFile(log).value_or(""))};
    return std::nullopt;
  }

  std::optional<Error> compileUnits() {
    std::vector<Unit> all = task_.stubs; // first: the linker takes the first definition
    all.insert(all.end(), task_.units.begin(), task_.units.end());
    for (const Unit &unit : all) {
      const fs::path output =
          directory_ / fmt::format("{}-{}.s", assemblies_.size(), fs::path(unit.file).stem().string());
      std::vector<std::string> words = instrumented();
      words.insert(words.end(), unit.arguments.begin(), unit.arguments.end());
      // C fixes only the sign of their results, and clang would fold calls with literals to one value of that sign.
      for (const char *function : {"strcmp", "strncmp", "memcmp", "bcmp", "strcoll", "strcasecmp", "strncasecmp"})
        words.push_back(std::string("-fno-builtin-") + function);
      if (task_.program->properties.contains(program::Property::NoOverflow))
        words.insert(words.end(),
                     {"-fsanitize=signed-integer-overflow,shift,integer-divide-by-zero", "-fno-sanitize-recover=all"});
      if (task_.program->properties.contains(program::Property::ValidDeref))
        words.insert(words.end(), {"-fsanitize=array-bounds", "-fsanitize-recover=array-bounds"});
      words.insert(words.end(), {"-o", output.string(), "--", absolutePath(unit.file)});
      if (std::optional<Error> error = execute(std::move(words), directory_ / "clang.log", unit.file))
        return error;
      assemblies_.push_back({unit.file, output, support::readFile(output).value_or(""), false});
      const Symbols symbols = symbolsOf(assemblies_.back().text);
      symbols_.defined.insert(symbols.defined.begin(), symbols.defined.end());
      symbols_.mentioned.insert(symbols.mentioned.begin(), symbols.mentioned.end());
      symbols_.called.insert(symbols.called.begin(), symbols.called.end());
    }
    return std::nullopt;
  }

  std::optional<Error> compileModels() {
    fs::create_directories(models_);
    for (const SourceFile &file : modelSources())
      writeFile(models_ / file.name, file.text);
    std::set<std::string> missing;
    for (const std::string &symbol : symbols_.mentioned)
      if (!symbols_.defined.contains(symbol))
        missing.insert(symbol);
    const std::vector<std::string> needed = neededModels(missing);
    const auto compile = [this](const std::string &name) {
      const fs::path output = models_ / fs::path(name).replace_extension(".s");
      std::vector<std::string> words = instrumented();
      words.insert(words.end(), {"-std=c11", "-ffreestanding", "-fno-builtin", "-I", models_.string(), "-o",
                                 output.string(), (models_ / name).string()});
      return execute(std::move(words), models_ / (name + ".log"), name);
    };
    std::vector<std::future<std::optional<Error>>> results;
    results.reserve(needed.size());
    for (std::size_t i = 0; i < needed.size(); ++i) // two at a time
      results.push_back(std::async(i % 2 == 0 ? std::launch::async : std::launch::deferred, compile, needed[i]));
    for (std::size_t i = results.size(); i-- > 0;)
      if (std::optional<Error> error = results[i].get())
        return error;
    for (const std::string &name : needed) {
      const fs::path output = models_ / fs::path(name).replace_extension(".s");
      assemblies_.push_back({name, output, support::readFile(output).value_or(""), true});
    }
    return std::nullopt;
  }

  void writeTables() {
    const program::SourceMap &sources = task_.program->sources;
    const auto isNative = [&](program::FileId file) {
      return file != program::noFile &&
             (!sources.isRuntime(file) || isNativeModel(fs::path(sources.path(file)).filename().string()));
    };
    if (std::optional<Recording> recording = record(*task_.program, task_.schedule, isNative))
      binary_.recording = std::move(*recording);
    turns_ = compress(binary_.recording.events, task_.violatingThread);
    binary_.turns = turns_.size();
  }

  Renaming renamingFor(bool isModel) const {
    const std::set<std::string> modelled = modelledFunctions();
    Renaming renaming;
    for (const Assembly &assembly : assemblies_) {
      if (!assembly.isModel)
        continue;
      for (const std::string &function : functionsOf(assembly.name)) {
        if (function.starts_with("__heddle_"))
          continue;
        if (isModel)
          renaming.definitions[function] = "heddleModel_" + function;
        if (!symbols_.defined.contains(function) && modelled.contains(function))
          renaming.references[function] = "heddleModel_" + function;
      }
    }
    if (task_.program->properties.contains(program::Property::UnreachCall))
      for (const std::string &function : task_.errorFunctions)
        renaming.references[function] = "heddleErrorFunction";
    if (!symbols_.defined.contains("__assert_fail"))
      renaming.references["__assert_fail"] = "heddleAssertFail";
    if (!symbols_.defined.contains("abort"))
      renaming.references["abort"] = "heddleAbort";
    return renaming;
  }

  /// The functions of models that the program uses.
  std::set<std::string> usedFunctions() const {
    std::set<std::string> used;
    for (const std::string &function : modelledFunctions())
      if (symbols_.mentioned.contains(function) && !symbols_.defined.contains(function))
        used.insert(function);
    return used;
  }

  /// Functions that neither the program nor a library has: a call of one returns an input. This process has loaded the
  /// libraries that are in question.
  std::set<std::string> unknownFunctions() const {
    const std::set<std::string> modelled = modelledFunctions();
    const Renaming renaming = renamingFor(false);
    constexpr std::string_view nondet = "__VERIFIER_nondet_";
    std::set<std::string> unknown(binary_.recording.unknownFunctions.begin(), binary_.recording.unknownFunctions.end());
    for (const std::string &function : symbols_.called) {
      const bool isOurs = function.starts_with("__tsan_") || function.starts_with("__ubsan_") ||
                          (function.starts_with("__VERIFIER_") && !function.starts_with(nondet));
      if (!isOurs && !modelled.contains(function) && !renaming.references.contains(function) &&
          dlsym(RTLD_DEFAULT, function.c_str()) == nullptr)
        unknown.insert(function);
    }
    for (const Assembly &assembly : assemblies_)
      if (assembly.isModel)
        for (const std::string &function : symbolsOf(assembly.text).called)
          if (function.starts_with(nondet))
            unknown.insert(function);
    std::erase_if(unknown, [&](const std::string &function) { return symbols_.defined.contains(function); });
    return unknown;
  }

  void rewriteAll() {
    const auto fileOf = [this](const std::string &path) {
      const fs::path absolute = absolutePath(path);
      if (absolute.parent_path() == models_)
        return SourcePlace{absolute.filename().string(), 0, 0, true};
      return SourcePlace{absolute.string(), 0, 0, false};
    };
    for (const Assembly &assembly : assemblies_)
      writeFile(assembly.path, rewrite(assembly.text, renamingFor(assembly.isModel), binary_.places, fileOf));
    const std::set<std::string> used = usedFunctions();
    const TableFacts facts{.program = task_.program,
                           .recording = &binary_.recording,
                           .turns = &turns_,
                           .used = &used,
                           .deadlocked = &task_.schedule.deadlocked,
                           .violation = task_.violation,
                           .mallocMayFail = task_.mallocMayFail,
                           .spuriousWakeups = task_.spuriousWakeups};
    writeFile(directory_ / "tables.c", tablesOf(facts, binary_.places) + inputFunctionsOf(unknownFunctions()));
    for (const SourceFile &file : shimSources())
      writeFile(directory_ / file.name, file.text);
  }

  std::optional<Error> link() {
    binary_.path = (directory_ / "program").string();
    std::vector<std::string> words{"clang-19", "-std=gnu11", "-g", "-O1", "-fno-omit-frame-pointer", "-fno-inline",
                                   "-fno-optimize-sibling-calls", "-pthread", "-no-pie", "-w",
                                   // A function without a body is an error only if it is called.
                                   "-Wl,--unresolved-symbols=ignore-all", "-Wl,--allow-multiple-definition", "-I",
                                   directory_.string()};
    for (const Assembly &assembly : assemblies_)
      words.push_back(assembly.path.string());
    words.push_back((directory_ / "tables.c").string());
    for (const SourceFile &file : shimSources())
      if (file.name.ends_with(".c"))
        words.push_back((directory_ / file.name).string());
    words.insert(words.end(), {"-lm", "-o", binary_.path});
    return execute(std::move(words), directory_ / "link.log", "the program");
  }

  const Task &task_;
  fs::path directory_;
  fs::path models_;
  std::vector<Assembly> assemblies_;
  Symbols symbols_; // of the user's files
  std::vector<Turn> turns_;
  Binary binary_;
};

} // namespace

Expected<Binary> build(const Task &task, const std::string &directory) { return Builder(task, directory).run(); }

} // namespace heddle::native
