#include "native/compress.hpp"

#include <map>

namespace heddle::native {

namespace {

/// Whether the native run takes them for the same event: frames are not compared.
bool isSame(const Event &event, const Event &other) {
  return event.kind == other.kind && event.span.file == other.span.file && event.span.line == other.span.line &&
         event.span.column == other.span.column;
}

/// What is counted of one thread.
struct Progress {
  unsigned syncs = 0;
  std::vector<const Event *> events; // since the last synchronisation, or the end of the last turn
};

Turn endingWith(const Event &event, const Progress &progress) {
  Turn turn{event.thread, event.kind, event.span, progress.syncs, 1, event.step};
  if (event.kind == EventKind::Synchronisation)
    return turn;
  turn.count = 0;
  for (const Event *counted : progress.events) {
    turn.count += isSame(*counted, event) ? 1 : 0;
    if (counted == &event)
      break;
  }
  return turn;
}

} // namespace

std::vector<Turn> compress(const std::vector<Event> &events, std::optional<unsigned> last) {
  std::vector<Turn> turns;
  std::map<unsigned, Progress> threads;
  Turn ending;                      // of the current turn
  const Event *lastEvent = nullptr; // that `ending` describes
  const auto finish = [&] {
    turns.push_back(ending);
    // What the thread did after it is counted for its next turn.
    std::vector<const Event *> &counted = threads[lastEvent->thread].events;
    std::vector<const Event *> rest;
    bool isAfter = lastEvent->kind == EventKind::Synchronisation;
    for (const Event *event : counted) {
      if (isAfter)
        rest.push_back(event);
      isAfter = isAfter || event == lastEvent;
    }
    counted = std::move(rest);
  };
  for (const Event &event : events) {
    if (event.isVisible && lastEvent != nullptr && lastEvent->thread != event.thread)
      finish();
    Progress &progress = threads[event.thread];
    if (event.kind == EventKind::Synchronisation) {
      ++progress.syncs;
      progress.events.clear();
    } else {
      progress.events.push_back(&event);
    }
    if (!event.isVisible)
      continue;
    ending = endingWith(event, progress);
    lastEvent = &event;
  }
  if (lastEvent != nullptr && last != lastEvent->thread)
    finish();
  if (last)
    turns.push_back({.thread = *last,
                     .kind = EventKind::Synchronisation,
                     .span = {},
                     .syncs = 0,
                     .count = 0,
                     .step = lastEvent == nullptr ? 0 : lastEvent->step});
  return turns;
}

} // namespace heddle::native
