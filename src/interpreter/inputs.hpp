// Sources of input values.
#pragma once

#include "interpreter/schedule.hpp"
#include "program/program.hpp"

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace heddle::interpreter {

using program::Bits;

/// A request for a value in [low, high].
struct InputRequest {
  program::InputKind kind = program::InputKind::Nondet;
  Bits low = 0;
  Bits high = 0;
  unsigned width = 0; // in bits
  unsigned thread = 0;
  /// The name of a Havoc; null for uninitialised memory, which is named by its address.
  const std::string *name = nullptr;
  Bits address = 0;
  std::uint32_t bytes = 0; // bit i: byte i from `address` on is requested; the value holds the requested bytes only
  program::SourceSpan span;
};

class InputSource {
public:
  virtual ~InputSource() = default;
  /// None if there is no such value; then the execution ends.
  virtual std::optional<Bits> choose(const InputRequest &request) = 0;
};

/// Random values, with a preference for small ones and for the ends of the range.
class RandomInputs : public InputSource {
public:
  explicit RandomInputs(std::mt19937_64 &generator) : generator_(generator) {}
  std::optional<Bits> choose(const InputRequest &request) override;

private:
  std::mt19937_64 &generator_;
};

/// The inputs of a schedule; inputs that it does not give have their lowest value.
class ScheduledInputs : public InputSource {
public:
  explicit ScheduledInputs(const Schedule &schedule) : schedule_(schedule) {}
  std::optional<Bits> choose(const InputRequest &request) override;
  const std::string &error() const { return error_; }

private:
  const Schedule &schedule_;
  std::vector<std::size_t> used_; // by thread
  std::string error_;
};

/// Enumerates all combinations of inputs of one step: run the step, then call `next`, until it returns false. Of inputs
/// with more than `range` values, a selection is enumerated.
class EnumeratedInputs : public InputSource {
public:
  /// `interesting`: the values to select first if there are too many.
  EnumeratedInputs(std::uint64_t range, const std::vector<Bits> &interesting)
      : range_(range), interesting_(interesting) {}

  void restart();
  std::optional<Bits> choose(const InputRequest &request) override;
  bool next();

  /// A value in the last run of the step.
  struct Chosen {
    unsigned thread;
    unsigned width;
    Bits value;
  };
  const std::vector<Chosen> &chosen() const { return chosen_; }
  /// The first input since `restart` of which not all values are enumerated, if any.
  const std::optional<InputRequest> &truncated() const { return truncated_; }

private:
  struct Choice {
    std::uint64_t index = 0;
    std::uint64_t count = 1;
    Bits low = 0;
    std::vector<Bits> selection; // empty: low + index
  };

  std::vector<Bits> select(const InputRequest &request) const;

  std::uint64_t range_;
  const std::vector<Bits> &interesting_;
  std::vector<Choice> choices_;
  std::size_t position_ = 0;
  std::vector<Chosen> chosen_;
  std::optional<InputRequest> truncated_;
};

/// Constants in the program's expressions, and their neighbours: likely to reach different branches.
std::vector<Bits> interestingValues(const program::Program &program);

} // namespace heddle::interpreter
