#include "native/run.hpp"

#include "native/lines.hpp"
#include "native/process.hpp"
#include "support/files.hpp"

#include <charconv>
#include <cstdio>

namespace heddle::native {

namespace {

/// Programs that do nothing but compute cannot be interrupted by the scheduler.
constexpr std::chrono::seconds longestRun{60};

std::vector<std::string_view> fieldsOf(std::string_view line) {
  std::vector<std::string_view> fields;
  for (;;) {
    const std::size_t end = line.find('\t');
    fields.push_back(line.substr(0, end));
    if (end == std::string_view::npos)
      return fields;
    line.remove_prefix(end + 1);
  }
}

class Line {
public:
  explicit Line(std::string_view text) : fields_(fieldsOf(text)) {}

  bool is(std::string_view word) const { return fields_.front() == word; }
  int number(std::size_t field) const {
    int value = 0;
    const std::string_view digits = text(field);
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
  }
  unsigned natural(std::size_t field) const { return static_cast<unsigned>(number(field)); }
  std::string_view text(std::size_t field) const { return field < fields_.size() ? fields_[field] : ""; }

private:
  std::vector<std::string_view> fields_;
};

void read(const Line &line, Outcome &outcome) {
  using Kind = Outcome::Kind;
  if (line.is("missed")) {
    outcome.missed.push_back({line.natural(1), line.natural(2), line.natural(3), std::string(line.text(4))});
  } else if (line.is("note")) {
    outcome.notes.emplace_back(line.text(1));
  } else if (line.is("waits")) {
    const int joins = line.number(3);
    outcome.waiting.push_back({line.natural(1), line.natural(2), {}});
    if (joins >= 0)
      outcome.waiting.back().joins = static_cast<unsigned>(joins);
  } else if (outcome.kind != Kind::Vanished && outcome.kind != Kind::Finished) {
    return; // the first violation counts; destructors of the program run after its end
  } else if (line.is("violation")) {
    outcome.kind = Kind::Violation;
    outcome.thread = line.natural(1);
    outcome.property = line.natural(2);
    outcome.place = line.natural(3);
    outcome.other = line.natural(4);
    outcome.text = line.text(5);
  } else if (line.is("deadlock")) {
    outcome.kind = Kind::Deadlock;
  } else if (line.is("finished")) {
    outcome.kind = Kind::Finished;
    outcome.thread = line.natural(1);
    outcome.text = line.text(2);
  } else if (line.is("crash")) {
    outcome.kind = Kind::Crash;
    outcome.thread = line.natural(1);
    outcome.place = line.natural(2);
    outcome.text = line.text(3);
  }
}

} // namespace

Outcome parseReport(std::string_view report) {
  Outcome outcome;
  forEachLine(report, [&](std::string_view line) { read(Line(line), outcome); });
  return outcome;
}

Outcome runNative(const Binary &binary, const std::vector<std::string> &arguments) {
  const std::string report = binary.path + ".report";
  std::remove(report.c_str());
  Command command{{binary.path}, {"HEDDLE_NATIVE_REPORT=" + report}, {}, longestRun};
  command.words.insert(command.words.end(), arguments.begin(), arguments.end());
  std::fflush(nullptr);
  const Ended ended = run(command);
  Outcome outcome = parseReport(support::readFile(report).value_or(""));
  if (ended.isLate)
    outcome.kind = Outcome::Kind::Late;
  return outcome;
}

std::optional<int> runDebugger(const Binary &binary, const std::vector<std::string> &arguments, bool isBatch) {
  Command command;
  command.words = {"gdb", "-q"};
  for (const char *step : {"set confirm off", "set pagination off", "set print thread-events off",
                           "set environment HEDDLE_NATIVE_DEBUGGER 1", "break heddleAhead", "run", "info threads",
                           "up heddleFrames", "backtrace"})
    command.words.insert(command.words.end(), {"-ex", step});
  if (isBatch)
    command.words.insert(command.words.begin() + 1, "-batch");
  command.words.insert(command.words.end(), {"--args", binary.path});
  command.words.insert(command.words.end(), arguments.begin(), arguments.end());
  std::fflush(nullptr);
  const Ended ended = run(command);
  if (!ended.isStarted || ended.code == 127)
    return std::nullopt;
  return ended.code;
}

} // namespace heddle::native
