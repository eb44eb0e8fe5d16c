#include "interpreter/relevance.hpp"

#include <algorithm>
#include <map>

namespace heddle::interpreter {

namespace {

class Slice {
public:
  explicit Slice(const Journal &journal) : journal_(journal), matters_(journal.end()) {
    // Slots are reused, so that a thread is known by its slot and start.
    for (EntryId id = 0; id < journal.end(); ++id) {
      const Entry &entry = journal[id];
      if (entry.kind == Entry::Kind::Start)
        lives_[entry.other].push_back({id, {}, 0});
      else if (isControl(entry.kind))
        lifeOf(entry.thread, id).control.push_back(id);
    }
  }

  void add(EntryId id) {
    if (id == noEntry || matters_[id])
      return;
    matters_[id] = true;
    work_.push_back(id);
  }

  void addThread(unsigned thread) { reach(thread, journal_.end()); }

  void close() {
    while (!work_.empty()) {
      const EntryId id = work_.back();
      work_.pop_back();
      for (const EntryId source : journal_.valuesOf(id))
        add(source);
      for (const EntryId source : journal_.addressesOf(id))
        add(source);
      const Entry &entry = journal_[id];
      reach(entry.thread, id);
      if (entry.kind == Entry::Kind::Join)
        reach(entry.other, id);
    }
  }

  bool matters(EntryId id) const { return matters_[id]; }

private:
  struct Life {
    EntryId start = noEntry; // of the thread; none for main
    std::vector<EntryId> control;
    std::size_t reached = 0; // so many of `control` matter
  };

  static bool isControl(Entry::Kind kind) {
    return kind == Entry::Kind::Guard || kind == Entry::Kind::Sync || kind == Entry::Kind::Join ||
           kind == Entry::Kind::End;
  }

  /// The thread that had the slot when the entry was executed.
  Life &lifeOf(unsigned thread, EntryId at) {
    std::vector<Life> &lives = lives_[thread];
    for (std::size_t i = lives.size(); i-- > 0;)
      if (lives[i].start < at)
        return lives[i];
    if (lives.empty() || lives.front().start != noEntry)
      lives.insert(lives.begin(), Life{}); // main
    return lives.front();
  }

  /// What the thread does before the entry, as far as it decides that the thread gets there.
  void reach(unsigned thread, EntryId before) {
    Life &life = lifeOf(thread, before);
    add(life.start);
    for (; life.reached < life.control.size() && life.control[life.reached] < before; ++life.reached)
      add(life.control[life.reached]);
  }

  const Journal &journal_;
  std::vector<bool> matters_;
  std::map<unsigned, std::vector<Life>> lives_;
  std::vector<EntryId> work_;
};

} // namespace

std::vector<bool> relevantSteps(const Journal &journal, std::size_t steps, const std::vector<EntryId> &roots,
                                const std::vector<unsigned> &waiting) {
  Slice slice(journal);
  for (const EntryId root : roots)
    slice.add(root);
  for (const unsigned thread : waiting)
    slice.addThread(thread);
  slice.close();
  std::vector<bool> relevant(steps);
  for (EntryId id = 0; id < journal.end(); ++id)
    if (slice.matters(id) && journal[id].step < steps)
      relevant[journal[id].step] = true;
  return relevant;
}

} // namespace heddle::interpreter
