// Where the values come from that a program does not decide itself.
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

/// A question: any value in [low, high], please.
struct InputRequest {
  program::InputKind kind = program::InputKind::Nondet;
  Bits low = 0;
  Bits high = 0;
  unsigned width = 0; // in bits
  unsigned thread = 0;
  /// What it is called: a Havoc's name; for uninitialised memory its address, to be named by who can.
  const std::string *name = nullptr;
  Bits address = 0;
  std::uint32_t bytes = 0; // bit i: byte i from `address` on is asked for; the value has them one after the other
  program::SourceSpan span;
};

class InputSource {
public:
  virtual ~InputSource() = default;
  /// None: there is no such value; the execution ends.
  virtual std::optional<Bits> choose(const InputRequest &request) = 0;
};

/// Small values, values at the borders, and any values, by chance.
class RandomInputs : public InputSource {
public:
  explicit RandomInputs(std::mt19937_64 &generator) : generator_(generator) {}
  std::optional<Bits> choose(const InputRequest &request) override;

private:
  std::mt19937_64 &generator_;
};

/// The inputs of a schedule; what it does not give is the lowest value.
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

/// All combinations of inputs of one step, one after the other: run the step, then call `next`, until it
/// returns false. Inputs with more than `range` values are tried on a selection of them.
class EnumeratedInputs : public InputSource {
public:
  /// `interesting`: values to try first for inputs with too many.
  EnumeratedInputs(std::uint64_t range, const std::vector<Bits> &interesting)
      : range_(range), interesting_(interesting) {}

  void restart();
  std::optional<Bits> choose(const InputRequest &request) override;
  bool next();

  /// The values of the last run of the step, in order.
  struct Chosen {
    unsigned thread;
    unsigned width;
    Bits value;
  };
  const std::vector<Chosen> &chosen() const { return chosen_; }
  /// The first input of which not all values are tried, if there was one since `restart`.
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

/// Constants of the program that decide something, and their neighbours: worth trying as inputs.
std::vector<Bits> interestingValues(const program::Program &program);

} // namespace heddle::interpreter
