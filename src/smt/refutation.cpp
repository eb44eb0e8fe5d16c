// CaDiCaL writes its proof to a stream, in the binary form of DRAT. The stream is decoded as it is written, and no file
// is involved.
//
// A proof needs no RAT steps: the techniques of CaDiCaL that make some (blocked, covered and conditioned clauses) are
// off by default. Variable elimination only adds resolvents, and deletes clauses.
#include "smt/refutation.hpp"

#include "smt/cadical_settings.hpp"

#include <cassert>
#include <cstdio>
#include <new>

namespace heddle::smt {

namespace {

constexpr std::size_t literalsPerPoll = 1 << 14;
constexpr std::uint64_t effortOfAdding = 100;

/// Decodes `a` or `d`, literals as numbers with seven bits to a byte, and a zero, again and again.
class TraceDecoder {
public:
  explicit TraceDecoder(ProofTrace &trace) : trace_(trace) {}

  void take(unsigned char byte) {
    if (!isInside_) {
      isInside_ = true;
      isDeletion_ = byte == 'd';
      return;
    }
    number_ |= static_cast<std::uint64_t>(byte & 0x7FU) << shift_;
    shift_ += 7;
    if ((byte & 0x80U) != 0)
      return;
    if (number_ == 0) {
      trace_.clauses.add(clause_);
      trace_.isDeletion.push_back(isDeletion_);
      clause_.clear();
      isInside_ = false;
    } else {
      const auto variable = static_cast<Literal>(number_ >> 1U);
      clause_.push_back((number_ & 1U) != 0 ? -variable : variable);
    }
    number_ = 0;
    shift_ = 0;
  }

private:
  ProofTrace &trace_;
  std::vector<Literal> clause_;
  std::uint64_t number_ = 0;
  unsigned shift_ = 0;
  bool isInside_ = false; // of a clause
  bool isDeletion_ = false;
};

/// A stream whose bytes a decoder takes.
class TraceStream {
public:
  explicit TraceStream(ProofTrace &trace)
      : decoder_(trace),
        file_(fopencookie(this, "w", {.read = nullptr, .write = write, .seek = nullptr, .close = nullptr})) {
    if (file_ == nullptr)
      throw std::bad_alloc();
  }
  TraceStream(const TraceStream &) = delete;
  TraceStream &operator=(const TraceStream &) = delete;
  ~TraceStream() { std::fclose(file_); }

  std::FILE *file() { return file_; }
  void flush() {
    std::fflush(file_);
    if (isOutOfMemory_)
      throw std::bad_alloc();
  }

private:
  /// An exception must not pass through the C library.
  static ssize_t write(void *cookie, const char *bytes, std::size_t size) {
    auto &self = *static_cast<TraceStream *>(cookie);
    try {
      for (std::size_t i = 0; i < size; ++i)
        self.decoder_.take(static_cast<unsigned char>(bytes[i]));
    } catch (const std::bad_alloc &) {
      self.isOutOfMemory_ = true;
    }
    return static_cast<ssize_t>(size);
  }

  TraceDecoder decoder_;
  std::FILE *file_;
  bool isOutOfMemory_ = false;
};

bool addAll(const Clauses &formula, CaDiCaL::Solver &cadical, support::Cancellation &cancellation) {
  std::size_t untilPoll = literalsPerPoll;
  for (std::size_t i = 0; i < formula.size(); ++i) {
    const std::span<const Literal> clause = formula[i];
    for (const Literal literal : clause)
      cadical.add(literal);
    cadical.add(0);
    if (clause.size() < untilPoll) {
      untilPoll -= clause.size();
      continue;
    }
    untilPoll = literalsPerPoll;
    if (cancellation.poll(effortOfAdding))
      return false;
  }
  return true;
}

} // namespace

Refutation refute(const Clauses &formula, support::Cancellation &cancellation) {
  Refutation refutation;
  TraceStream stream(refutation.trace); // outlives the solver, which flushes it
  CaDiCaL::Solver cadical;
  configure(cadical);
  [[maybe_unused]] const bool isTraced = cadical.trace_proof(stream.file(), "proof");
  assert(isTraced && "a proof can be traced before the first clause");
  if (!addAll(formula, cadical, cancellation))
    return {};
  CadicalPoll poll(cancellation, formula.size());
  cadical.connect_terminator(&poll);
  const int result = cadical.solve();
  cadical.disconnect_terminator();
  cadical.close_proof_trace();
  stream.flush();
  if (result == 0)
    return {};
  refutation.answer = result == 10 ? Answer::Satisfiable : Answer::Unsatisfiable;
  return refutation;
}

} // namespace heddle::smt
