// The table has a row for each event, below a row with its source line. The source line is not repeated while the
// thread stays on it:
//
//    step │ main                     │ T1 worker
//   ──────┼──────────────────────────┼─────────────────────────
//         │ 21  pthread_create(&a …  │
//       1 │     start worker (T1)    │
//         │                          │  9  counter++;
//       2 │                          │     read counter → 0
//       3 │                          │     counter = 1
//
// At a context switch, the call stack of the thread is above its line, unless the thread is in its own function.
// Rows are made first, independently of the layout. If columns would be too narrow to read, each thread has a narrow
// lane instead, and the text is to the right of all lanes.
#include "report/table.hpp"

#include "program/call_stack.hpp"
#include "report/explanation.hpp"
#include "report/folding.hpp"
#include "report/source_text.hpp"
#include "report/text_layout.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>

namespace heddle::report {

using interpreter::Trace;
using interpreter::TraceEvent;

namespace {

constexpr std::size_t stepWidth = 6;
constexpr std::size_t minColumn = 20;
constexpr std::size_t maxColumn = 72;
constexpr std::size_t eventIndent = 4;

struct Row {
  std::optional<unsigned> step;   // shown to people from 1
  std::optional<unsigned> thread; // none: a remark about the table itself
  std::string text;
  bool isSource = false;
};

class RowMaker {
public:
  RowMaker(const program::SourceMap &sources, const Trace &trace) : sources_(sources), text_(sources) {
    std::set<program::FileId> files;
    for (const TraceEvent &event : trace.events) {
      if (event.span.known())
        files.insert(event.span.file);
    }
    severalFiles_ = files.size() > 1;
  }

  void add(const Shown &shown, const Trace &trace) {
    const TraceEvent &event = trace.events[shown.event];
    addSourceLine(event.thread, event.span);
    const std::string times = shown.times == 1 ? std::string() : fmt::format(" ({})", timesText(shown));
    const bool newStep = step_ != event.step;
    rows_.push_back({.step = newStep ? std::optional(event.step + 1) : std::nullopt,
                     .thread = event.thread,
                     .text = std::string(eventIndent, ' ') + event.text + times});
    step_ = event.step;
  }

  /// The violation, in the column of its thread.
  void addViolation(const interpreter::Violation &violation) {
    addSourceLine(violation.thread, sources_.userSpan(violation.span));
    rows_.push_back({.step = {}, .thread = violation.thread, .text = "  ✗ " + violation.message});
  }

  void addRemark(std::string text) {
    rows_.push_back({.step = {}, .thread = {}, .text = std::move(text)});
    thread_.reset();
  }

  std::vector<Row> take() { return std::move(rows_); }

private:
  void addSourceLine(unsigned thread, program::SourceSpan span) {
    const bool isNew = thread_ != thread || span_.file != span.file || span_.line != span.line;
    // At a context switch, how the thread gets to its line; its own function is in the head of the table.
    if (thread_ != thread && program::callStack(sources_, span).size() > 1)
      rows_.push_back({.step = {}, .thread = thread, .text = "in " + stackText(sources_, span), .isSource = true});
    thread_ = thread;
    span_ = span;
    if (isNew && span.known())
      rows_.push_back({.step = {}, .thread = thread, .text = sourceLine(span), .isSource = true});
  }

  std::string sourceLine(program::SourceSpan span) {
    if (severalFiles_)
      return fmt::format("{}:{}  {}", fileName(span), span.line, text_.printableLine(span));
    return fmt::format("{:>2}  {}", span.line, text_.printableLine(span));
  }

  std::string fileName(program::SourceSpan span) const {
    return std::filesystem::path(sources_.path(span.file)).filename();
  }

  const program::SourceMap &sources_;
  SourceText text_;
  bool severalFiles_ = false;
  std::optional<unsigned> thread_; // of the last row, with its location
  program::SourceSpan span_;
  std::optional<unsigned> step_;
  std::vector<Row> rows_;
};

std::string withoutTrailingSpaces(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + '\n';
}

std::string repeat(std::string_view text, std::size_t times) {
  std::string result;
  for (std::size_t i = 0; i < times; ++i)
    result += text;
  return result;
}

std::string stepCell(const Row &row, bool first) {
  return first && row.step ? fmt::format("{:>{}}", *row.step, stepWidth) : std::string(stepWidth, ' ');
}

/// Source lines are truncated, other text is wrapped.
std::vector<std::string> cellLines(const Row &row, std::size_t width) {
  if (row.isSource)
    return {cut(row.text, width)};
  return wrap(row.text, width, 2 * eventIndent);
}

/// One wide column per thread.
std::string inColumns(const std::vector<Row> &rows, const std::vector<std::string> &names,
                      const std::map<unsigned, std::size_t> &columnOf, std::size_t column) {
  std::string result = pad(" step", stepWidth);
  std::string rule = repeat("─", stepWidth + 1);
  for (const std::string &name : names) {
    result += " │ " + pad(name, column);
    rule += "┼" + repeat("─", column + 2);
  }
  result = withoutTrailingSpaces(result) + rule + '\n';
  for (const Row &row : rows) {
    if (!row.thread) {
      result += std::string(stepWidth, ' ') + " ⋮ " + row.text + '\n';
      continue;
    }
    const std::vector<std::string> lines = cellLines(row, column);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      std::string line = stepCell(row, i == 0);
      for (std::size_t c = 0; c < names.size(); ++c)
        line += " │ " + pad(c == columnOf.at(*row.thread) ? std::string_view(lines[i]) : std::string_view(), column);
      result += withoutTrailingSpaces(line);
    }
  }
  return result;
}

/// One narrow lane per thread, with a mark in the lane of the running thread, and the text to the right.
std::string inLanes(const std::vector<Row> &rows, const std::vector<std::string> &names,
                    const std::map<unsigned, std::size_t> &columnOf, std::size_t width) {
  std::size_t nameWidth = 0;
  for (const std::string &name : names)
    nameWidth = std::max(nameWidth, std::min<std::size_t>(displayWidth(name), minColumn));
  const std::size_t before = stepWidth + 3 + names.size() + 3 + nameWidth + 3;
  const std::size_t column = std::max(before + minColumn, width) - before;

  std::string result = pad(" step", stepWidth) + " │ " + std::string(names.size(), ' ') + " │ " +
                       withoutTrailingSpaces(pad("thread", nameWidth) + " │");
  result += repeat("─", stepWidth + 1) + "┼" + repeat("─", names.size() + 2) + "┼" + repeat("─", nameWidth + 2) + "┼" +
            repeat("─", column + 1) + '\n';
  for (const Row &row : rows) {
    if (!row.thread) {
      result += std::string(stepWidth, ' ') + " ⋮ " + row.text + '\n';
      continue;
    }
    const std::size_t lane = columnOf.at(*row.thread);
    const std::string lanes = repeat("·", lane) + "●" + repeat("·", names.size() - lane - 1);
    const std::vector<std::string> lines = cellLines(row, column);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::string name = row.isSource ? names[lane] : std::string();
      result += withoutTrailingSpaces(stepCell(row, i == 0) + " │ " + lanes + " │ " + pad(name, nameWidth) + " │ " +
                                      lines[i]);
    }
  }
  return result;
}

} // namespace

std::string threadLabel(const Trace &trace, unsigned thread) {
  const std::string name = thread < trace.threads.size() ? trace.threads[thread].name : std::string();
  if (thread == 0)
    return name.empty() ? "main" : name;
  return name.empty() ? fmt::format("T{}", thread) : fmt::format("T{} {}", thread, name);
}

Table table(const Trace &trace, const program::SourceMap &sources, const TableOptions &options) {
  const std::vector<Shown> events =
      shownEvents(trace, {.locals = options.locals, .relevant = options.relevant, .rounds = options.foldRounds});
  // A deadlock does not belong to one thread, and its message is long.
  const bool showViolation = trace.violation && trace.violation->property != program::Property::NoDeadlock;
  if (events.empty() && !showViolation)
    return {};

  // The end of an execution is more informative than its beginning.
  const bool elide = options.maxEvents != 0 && events.size() > options.maxEvents;
  const std::size_t head = elide ? options.maxEvents / 3 : events.size();
  const std::size_t tail = elide ? events.size() - (options.maxEvents - head) : events.size();

  RowMaker maker(sources, trace);
  std::map<unsigned, std::size_t> columnOf;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (i == head && elide)
      maker.addRemark(fmt::format("{} events left out", tail - head));
    if (i >= head && i < tail)
      continue;
    if (events[i].folded != 0)
      maker.addRemark(foldedText(events[i].folded));
    maker.add(events[i], trace);
    if (events[i].rounds != 1)
      maker.addRemark(roundsText(events[i]));
    columnOf[trace.events[events[i].event].thread] = 0;
  }
  if (showViolation) {
    maker.addViolation(*trace.violation);
    columnOf[trace.violation->thread] = 0;
  }

  std::size_t folded = 0;
  for (const Shown &shown : events)
    folded += shown.folded;
  std::vector<std::string> names;
  for (auto &[thread, column] : columnOf) {
    column = names.size();
    names.push_back(threadLabel(trace, thread));
  }
  const std::vector<Row> rows = maker.take();
  const std::size_t room = options.width > stepWidth ? options.width - stepWidth : 0;
  const std::size_t column = room / names.size() > 3 ? room / names.size() - 3 : 0;
  return {.text = column >= minColumn || names.size() == 1
                      ? inColumns(rows, names, columnOf, std::clamp(column, minColumn, maxColumn))
                      : inLanes(rows, names, columnOf, options.width),
          .omittedEvents = elide ? tail - head : 0,
          .foldedSteps = folded};
}

} // namespace heddle::report
