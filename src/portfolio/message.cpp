// Numbers have eight bytes, in the order of the machine; texts and lists begin with their length. Structured bindings
// name every field of what is written, so that a new field does not compile until it is transmitted, too.
#include "portfolio/message.hpp"

#include "engines/confirm.hpp"
#include "support/overloaded.hpp"

#include <cassert>
#include <cstring>
#include <set>
#include <type_traits>

namespace heddle::portfolio {

using engines::Answer;
using engines::Result;

namespace {

class Writer {
public:
  template <typename T>
    requires std::is_integral_v<T> || std::is_enum_v<T>
  void number(T value) {
    const auto wide = static_cast<std::uint64_t>(value);
    raw(&wide, sizeof wide);
  }
  void real(double value) { raw(&value, sizeof value); }
  void text(std::string_view value) {
    number(value.size());
    raw(value.data(), value.size());
  }
  template <typename List, typename Write> void list(const List &elements, Write write) {
    number(elements.size());
    for (const auto &element : elements)
      write(element);
  }

  std::string take() { return std::move(bytes_); }

private:
  void raw(const void *data, std::size_t size) { bytes_.append(static_cast<const char *>(data), size); }

  std::string bytes_;
};

/// After the first wrong value, `isValid()` is false and everything else reads as zero or empty.
class Reader {
public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}

  std::uint64_t number(std::uint64_t most = UINT64_MAX) {
    std::uint64_t value = 0;
    raw(&value, sizeof value);
    if (value <= most)
      return value;
    fail();
    return 0;
  }
  template <typename Enum> Enum choice(Enum last) {
    return static_cast<Enum>(number(static_cast<std::uint64_t>(last)));
  }
  bool flag() { return number(1) == 1; }
  double real() {
    double value = 0;
    raw(&value, sizeof value);
    return value;
  }
  std::string text() {
    std::string value(number(rest_.size()), '\0');
    raw(value.data(), value.size());
    return value;
  }
  /// Every element takes at least one number.
  template <typename Read> void list(Read read) {
    for (std::uint64_t left = number(rest_.size() / sizeof(std::uint64_t)); left > 0 && isValid(); --left)
      read();
  }

  bool isValid() const { return isValid_; }
  bool atEnd() const { return rest_.empty(); }

private:
  void raw(void *data, std::size_t size) {
    if (size > rest_.size())
      return fail();
    if (size != 0)
      std::memcpy(data, rest_.data(), size);
    rest_.remove_prefix(size);
  }
  void fail() {
    isValid_ = false;
    rest_ = {};
  }

  std::string_view rest_;
  bool isValid_ = true;
};

constexpr unsigned halfWidth = 64;

void write(Writer &out, const interpreter::Schedule &schedule) {
  const auto &[steps, inputs, deadlocked, properties, unknownWrites] = schedule;
  out.list(steps, [&](unsigned thread) { out.number(thread); });
  out.list(inputs, [&](const std::vector<interpreter::Input> &ofThread) {
    out.list(ofThread, [&](const interpreter::Input &input) {
      const auto &[value, width, name, kind] = input;
      out.number(static_cast<std::uint64_t>(value));
      out.number(static_cast<std::uint64_t>(value >> halfWidth));
      out.number(width);
      out.text(name);
      out.number(kind);
    });
  });
  out.list(deadlocked, [&](unsigned thread) { out.number(thread); });
  out.list(properties, [&](const std::string &name) { out.text(name); });
  out.number(unknownWrites ? 1 : 0);
}

interpreter::Schedule readSchedule(Reader &in) {
  interpreter::Schedule schedule;
  in.list([&] { schedule.steps.push_back(static_cast<unsigned>(in.number(UINT32_MAX))); });
  in.list([&] {
    auto &ofThread = schedule.inputs.emplace_back();
    in.list([&] {
      const program::Bits low = in.number();
      const program::Bits high = in.number();
      const auto width = static_cast<unsigned>(in.number(support::maxWidth));
      std::string name = in.text();
      const auto kind = in.choice(program::InputKind::UnknownWrite);
      ofThread.push_back({high << halfWidth | low, width, std::move(name), kind});
    });
  });
  in.list([&] { schedule.deadlocked.push_back(static_cast<unsigned>(in.number(UINT32_MAX))); });
  in.list([&] { schedule.properties.push_back(in.text()); });
  schedule.unknownWrites = in.number(1) != 0;
  return schedule;
}

void write(Writer &out, const Answer &answer) {
  out.number(answer.index());
  std::visit(support::Overloaded{
                 [&](const engines::Unknown &unknown) {
                   const auto &[kind, text, trace] = unknown;
                   assert(!trace && "engines do not give executions with an unknown answer, only portfolio/uncut does");
                   out.number(kind);
                   out.text(text);
                 },
                 [&](const engines::Counterexample &counterexample) {
                   assert(counterexample.trace.violation && "a counterexample has a violation");
                   out.number(counterexample.trace.violation->property);
                   write(out, counterexample.trace.schedule);
                 },
                 [&](const engines::NoViolation &proved) {
                   const auto &[check, unchecked, proof, assumptions, unreached] = proved;
                   out.text(check);
                   out.text(unchecked);
                   out.text(proof);
                   out.list(assumptions, [&](const std::string &assumption) { out.text(assumption); });
                   out.list(unreached, [&](const std::string &goal) { out.text(goal); });
                 },
                 [&](const engines::Cancelled &cancelled) {
                   const auto &[reason, progress] = cancelled;
                   out.number(reason);
                   out.text(progress);
                 },
                 [&](const engines::InternalError &error) {
                   const auto &[kind, message] = error;
                   out.number(kind);
                   out.text(message);
                 },
             },
             answer);
}

/// The alternatives in the order of `Answer`.
Answer readAnswer(Reader &in, const engines::Context &context) {
  static_assert(std::variant_size_v<Answer> == 5);
  switch (in.number(std::variant_size_v<Answer> - 1)) {
  case 0: {
    const auto kind = in.choice(engines::Unknown::Kind::Unmodelled);
    return engines::Unknown{kind, in.text()};
  }
  case 1: {
    const auto property = in.choice(static_cast<program::Property>(program::propertyCount - 1));
    const interpreter::Schedule schedule = readSchedule(in);
    return in.isValid() ? engines::confirm(context, schedule, property) : Answer{};
  }
  case 2: {
    engines::NoViolation proved{.check = in.text(), .unchecked = in.text(), .proof = in.text()};
    in.list([&] { proved.assumptions.push_back(in.text()); });
    in.list([&] { proved.unreached.push_back(in.text()); });
    return proved;
  }
  case 3: {
    const auto reason = in.choice(support::StopReason::Answered);
    return engines::Cancelled{reason, in.text()};
  }
  default: {
    const auto kind = in.choice(engines::InternalError::Kind::Crash);
    return engines::InternalError{kind, in.text()};
  }
  }
}

void write(Writer &out, const program::SourceSpan &span) {
  const auto &[file, line, column, frame] = span;
  for (const std::uint64_t part :
       {std::uint64_t{file}, std::uint64_t{line}, std::uint64_t{column}, std::uint64_t{frame}})
    out.number(part);
}

program::SourceSpan readSpan(Reader &in, const program::SourceMap &sources) {
  program::SourceSpan span;
  span.file = static_cast<program::FileId>(in.number(sources.fileCount() - 1));
  span.line = static_cast<std::uint32_t>(in.number(UINT32_MAX));
  span.column = static_cast<std::uint32_t>(in.number(UINT32_MAX));
  span.frame = static_cast<program::FrameId>(in.number(sources.frameCount() - 1));
  return span;
}

void write(Writer &out, const program::Warning &warning) {
  const auto &[message, span, blocksProof, isOfLongArguments] = warning;
  out.text(message);
  write(out, span);
  out.number(blocksProof);
  out.number(isOfLongArguments);
}

program::Warning readWarning(Reader &in, const program::SourceMap &sources) {
  program::Warning warning;
  warning.message = in.text();
  warning.span = readSpan(in, sources);
  warning.blocksProof = in.flag();
  warning.isOfLongArguments = in.flag();
  return warning;
}

void write(Writer &out, const engines::Suspect &suspect) {
  const auto &[suspicion, what, places, reason] = suspect;
  out.number(suspicion);
  out.text(what);
  out.list(places, [&](const engines::Suspect::Place &place) {
    const auto &[role, function, locks, span, kind, alike] = place;
    out.text(role);
    out.text(function);
    out.list(locks, [&](const std::string &lock) { out.text(lock); });
    write(out, span);
    out.number(kind);
    out.list(alike, [&](const program::SourceSpan &other) { write(out, other); });
  });
  out.text(reason);
}

engines::Suspect readSuspect(Reader &in, const program::SourceMap &sources) {
  engines::Suspect suspect;
  suspect.suspicion = in.choice(engines::Suspicion::Unfollowed);
  suspect.what = in.text();
  in.list([&] {
    engines::Suspect::Place &place = suspect.places.emplace_back();
    place.role = in.text();
    place.function = in.text();
    in.list([&] { place.locks.push_back(in.text()); });
    place.span = readSpan(in, sources);
    place.kind = in.choice(engines::Suspect::Kind::Write);
    in.list([&] { place.alike.push_back(readSpan(in, sources)); });
  });
  suspect.reason = in.text();
  return suspect;
}

/// Identifiers of statistics are literals; those that arrive as text are kept for the rest of the process instead.
std::string_view keptForEver(std::string id) {
  static std::set<std::string> kept;
  return *kept.insert(std::move(id)).first;
}

void write(Writer &out, const Result::Run &run) {
  const auto &[engine, statistics] = run;
  out.text(engine);
  out.list(statistics.list(), [&](const engines::Statistic &statistic) {
    const auto &[id, unit, value] = statistic;
    out.text(id);
    out.number(unit);
    out.real(value);
  });
}

Result::Run readRun(Reader &in) {
  Result::Run run{in.text(), {}};
  in.list([&] {
    const std::string_view id = keptForEver(in.text());
    const auto unit = in.choice(engines::Unit::Bytes);
    run.statistics.add(id, unit, in.real());
  });
  return run;
}

} // namespace

std::string encode(const Result &result) {
  const auto &[answer, engine, warnings, runs, failures, suspects, facts] = result;
  Writer out;
  out.text(engine);
  write(out, answer);
  out.list(warnings, [&](const program::Warning &warning) { write(out, warning); });
  out.list(runs, [&](const Result::Run &run) { write(out, run); });
  out.list(failures, [&](const Result::Failure &failure) {
    out.text(failure.engine);
    out.text(failure.message);
  });
  out.text(suspects.engine);
  out.list(suspects.list, [&](const engines::Suspect &suspect) { write(out, suspect); });
  out.text(facts);
  return out.take();
}

support::Expected<Result> decode(std::string_view bytes, const engines::Context &context) {
  Reader in(bytes);
  Result result;
  result.engine = in.text();
  result.answer = readAnswer(in, context.forEngine(result.engine));
  in.list([&] { result.warnings.push_back(readWarning(in, context.program.sources)); });
  in.list([&] { result.runs.push_back(readRun(in)); });
  in.list([&] {
    std::string engine = in.text();
    result.failures.push_back({std::move(engine), in.text()});
  });
  result.suspects.engine = in.text();
  in.list([&] { result.suspects.list.push_back(readSuspect(in, context.program.sources)); });
  result.facts = in.text();
  if (!in.isValid() || !in.atEnd())
    return support::Error{"its answer is malformed"};
  return result;
}

} // namespace heddle::portfolio
