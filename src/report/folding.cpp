#include "report/folding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace heddle::report {

using interpreter::Trace;
using interpreter::TraceEvent;

namespace {

bool isSameEvent(const TraceEvent &a, const TraceEvent &b) {
  return a.thread == b.thread && a.span.file == b.span.file && a.span.line == b.span.line && a.text == b.text;
}

bool matters(const TraceEvent &event, const std::vector<bool> &relevant) {
  return event.step >= relevant.size() || relevant[event.step];
}

/// Removes all but the first of several consecutive rounds of a loop: the same events at the same lines.
void foldRounds(std::vector<Shown> &shown, const Trace &trace) {
  constexpr std::size_t mostInRound = 12;
  const auto isSame = [&](const Shown &a, const Shown &b) {
    return isSameEvent(trace.events[a.event], trace.events[b.event]) && a.times == b.times && b.folded == 0;
  };
  for (std::size_t first = 0; first < shown.size(); ++first)
    for (std::size_t period = 2; period <= mostInRound && first + 2 * period <= shown.size(); ++period) {
      const auto round = [&](std::size_t i) { return shown.begin() + static_cast<std::ptrdiff_t>(first + i * period); };
      std::size_t rounds = 1;
      while (first + (rounds + 1) * period <= shown.size() && std::equal(round(0), round(1), round(rounds), isSame))
        ++rounds;
      if (rounds == 1)
        continue;
      const std::size_t last = (round(rounds) - 1)->last;
      shown.erase(round(1), round(rounds));
      Shown &end = shown[first + period - 1];
      end.rounds = rounds;
      end.period = period;
      end.lastRound = last;
      first += period - 1;
      break;
    }
}

} // namespace

std::vector<Shown> shownEvents(const Trace &trace, const FoldingOptions &options) {
  std::vector<Shown> shown;
  std::set<unsigned> folded;
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    const TraceEvent &event = trace.events[i];
    if (event.local && !options.locals)
      continue;
    if (!matters(event, options.relevant)) {
      folded.insert(event.step);
      continue;
    }
    if (folded.empty() && !shown.empty() && isSameEvent(trace.events[shown.back().event], event)) {
      ++shown.back().times;
      shown.back().last = i;
      continue;
    }
    shown.push_back({.event = i, .last = i, .folded = folded.size()});
    folded.clear();
  }
  if (options.rounds)
    foldRounds(shown, trace);
  return shown;
}

std::string timesText(const Shown &shown) { return fmt::format("{} times", shown.times); }

std::string roundsText(const Shown &shown) {
  return fmt::format("the last {} rows: {} rounds", shown.period, shown.rounds);
}

std::string foldedText(std::size_t foldedSteps) {
  return foldedSteps == 1 ? "1 step that does not matter" : fmt::format("{} steps that do not matter", foldedSteps);
}

std::vector<Fold> foldsOf(const Trace &trace, const std::vector<bool> &relevant) {
  std::vector<Fold> folds;
  std::size_t next = 0; // the first event after what is shown so far
  // Events of steps that do not matter follow each other, up to local assignments of other steps.
  const auto addIrrelevant = [&](std::size_t end, std::size_t steps) {
    while (next < end && matters(trace.events[next], relevant))
      ++next;
    while (next < end && matters(trace.events[end - 1], relevant))
      --end;
    if (next < end)
      folds.push_back({next, end, foldedText(steps)});
  };
  for (const Shown &shown : shownEvents(trace, {.locals = false, .relevant = relevant, .rounds = true})) {
    if (shown.folded != 0)
      addIrrelevant(shown.event, shown.folded);
    if (shown.times != 1)
      folds.push_back({shown.event + 1, shown.last + 1, timesText(shown)});
    if (shown.rounds != 1)
      folds.push_back({shown.last + 1, shown.lastRound + 1, roundsText(shown)});
    next = std::max(shown.last, shown.lastRound) + 1;
  }
  std::set<unsigned> rest;
  for (std::size_t i = next; i < trace.events.size(); ++i)
    if (!trace.events[i].local && !matters(trace.events[i], relevant))
      rest.insert(trace.events[i].step);
  if (!rest.empty())
    addIrrelevant(trace.events.size(), rest.size());
  return folds;
}

} // namespace heddle::report
