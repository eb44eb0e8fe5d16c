// Heddle as a library: load a C program, verify it, look at the outcome.
//
//   const heddle::Loaded loaded = heddle::load({.files = {"queue.c"}, .properties = {"no-data-race"}});
//   if (!loaded.program)
//     return fail(loaded.error);
//   const heddle::Outcome outcome = heddle::verify(*loaded.program);
//   if (outcome.verdict == heddle::Verdict::False)
//     for (const heddle::Step &step : outcome.trace) …
//
// This is the whole interface. It has no types of other libraries than the standard one. A single engine runs in the
// calling thread. Engines that run side by side (`auto`, the default) are processes that `verify` forks and waits for.
// Such a process has the calling thread only, and a lock that another thread holds at that moment is never released in
// it; so a program with several threads should call `verify` with a single engine, or while the others are idle.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace heddle {

/// What to verify.
struct Input {
  std::vector<std::string> files;                         // .c and .i, linked together
  std::vector<std::string> compilerArguments = {};        // as for clang: -I, -D, -std=
  std::vector<std::string> properties = {"unreach-call"}; // one or more, which must all hold
  std::string entry = {};                                 // the function in which the program starts; empty: main
  bool mallocMayFail = false;
};

/// How to verify.
struct Settings {
  std::string engine = "auto"; // one that `heddle help verify` lists
  /// Options of the engine, such as {"--unwind", "5"}; the value of a flag is empty.
  std::vector<std::pair<std::string, std::string>> options = {};
  std::optional<std::chrono::milliseconds> timeout = std::nullopt;
  std::optional<std::uint64_t> memoryLimit = std::nullopt; // bytes
  bool minimise = true;                                    // look for a shorter counterexample
};

/// A program that was compiled and can be verified, more than once.
class Program {
public:
  class Content;
  explicit Program(std::unique_ptr<Content> content);
  Program(Program &&) noexcept;
  Program &operator=(Program &&) noexcept;
  ~Program();

  const Content &content() const { return *content_; }

private:
  std::unique_ptr<Content> content_;
};

struct Loaded {
  std::optional<Program> program;
  std::string error; // why there is none: diagnostics of clang, or a sentence
};

enum class Verdict : std::uint8_t {
  True,    // holds in every execution
  False,   // `trace` violates it
  Unknown, // `reason` says why
  Error,   // of the settings, or internal: `reason` says which
};

/// A step of an execution, as the table of `heddle verify` shows it.
struct Step {
  unsigned thread = 0; // index in Outcome::threads
  std::string file;
  unsigned line = 0;
  std::string text; // "x = 1", "lock m"
};

struct Outcome {
  Verdict verdict = Verdict::Unknown;
  std::string reason;
  std::string engine;                   // that has the verdict
  std::string check;                    // how a proof was checked independently; empty if it was not
  std::vector<std::string> assumptions; // on which a proof rests
  std::string violation;                // in a sentence
  std::vector<std::string> threads;     // of the execution, by name; the first is main
  std::vector<Step> trace;              // it has been replayed
};

/// Compiles and links the files with Heddle's models of library functions.
Loaded load(const Input &input);

/// Asks the engine for a verdict.
Outcome verify(const Program &program, const Settings &settings = {});

/// The version of the library: "0.1.0".
std::string version();

} // namespace heddle
