// Each object is cut where accesses begin and end. In each part, every write is compared with every access by another
// thread.
#include "events/quiet_memory.hpp"

#include "events/places.hpp"

#include <algorithm>
#include <set>

namespace heddle::events {

namespace {

constexpr std::size_t mostComparisons = 200'000; // for one range

struct AccessTo {
  std::uint64_t begin;
  std::uint64_t end;
  NodeId node;
  bool write;
};

class Ordering {
public:
  explicit Ordering(const UnwoundProgram &program) : program_(program), creates_(program.nodes.size()) {
    // A node that creates a thread is before it in program order, but what the node writes after the creation does not
    // happen before the thread.
    if (program.program->properties.contains(program::Property::NoDataRace))
      for (const Thread &thread : program.threads)
        creates_[thread.created] = true;
  }

  bool areOrdered(const AccessTo &a, const AccessTo &b) const {
    if (program_.nodes[a.node].thread == program_.nodes[b.node].thread)
      return true;
    return (program_.order.precedes(a.node, b.node) && !creates_[a.node]) ||
           (program_.order.precedes(b.node, a.node) && !creates_[b.node]);
  }

  bool isQuiet(const std::vector<const AccessTo *> &accesses) const {
    std::size_t writes = 0;
    for (const AccessTo *access : accesses)
      writes += access->write ? 1 : 0;
    if (writes * accesses.size() > mostComparisons)
      return false;
    return std::all_of(accesses.begin(), accesses.end(), [&](const AccessTo *a) {
      return !a->write ||
             std::all_of(accesses.begin(), accesses.end(), [&](const AccessTo *b) { return areOrdered(*a, *b); });
    });
  }

private:
  const UnwoundProgram &program_;
  std::vector<bool> creates_; // by node
};

} // namespace

QuietMemory::Key QuietMemory::keyOf(const UnwoundProgram &program, ObjectId object) {
  if (object < program.firstDynamic())
    return {true, object};
  return {false, program.object(object).site};
}

QuietMemory::QuietMemory(const UnwoundProgram &program) {
  const auto &pointers = program.program->pointers;
  const bool checksRaces = program.program->properties.contains(program::Property::NoDataRace);
  std::map<program::SiteId, unsigned> made;
  for (const Object &object : program.objects)
    ++made[object.site];
  std::map<ObjectId, std::vector<AccessTo>> byObject;
  for (const MemoryEvent &event : program.events)
    for (const program::Bits place : event.places) {
      const ObjectId object = pointers.object(place);
      if (object >= program.firstDynamic() && made[program.object(object).site] != 1)
        continue;
      const std::uint64_t offset = pointers.offset(place);
      byObject[object].push_back({offset, offset + event.size, event.node, event.kind == MemoryEvent::Kind::Store});
      // An access whose place is not known reads the life of each object that it may mean without an event of its own
      // (Resolver::defineValidity). In the next unwinding, the place may be known, and the read an event.
      if (object >= program.firstDynamic()) {
        const std::uint64_t life = pointers.offset(program.lifeOf(object));
        byObject[object].push_back({life, life + 1, event.node, false});
        // The end of an object's life races with every access to it.
        if (checksRaces && offset == life && event.kind == MemoryEvent::Kind::Store)
          byObject[object].push_back({0, life, event.node, true});
      }
    }
  for (const Phantom &phantom : program.phantoms)
    for (ObjectId object = 1; object < program.endOfObjects(); ++object) {
      const std::optional<std::uint64_t> size = program.sizeOf(object);
      const bool isOneOfMany = object >= program.firstDynamic() && made[program.object(object).site] != 1;
      if (!size || *size == 0 || isOneOfMany || !isIn(program, object, phantom.writes, 0, *size))
        continue;
      byObject[object].push_back({0, *size, phantom.begin, true});
      byObject[object].push_back({0, *size, phantom.end, true});
    }
  const Ordering ordering(program);
  for (const auto &[object, accesses] : byObject) {
    std::set<std::uint64_t> borders;
    for (const AccessTo &access : accesses)
      borders.insert({access.begin, access.end});
    std::map<std::uint64_t, std::vector<const AccessTo *>> parts;
    for (const AccessTo &access : accesses)
      for (auto border = borders.find(access.begin); *border != access.end; ++border)
        parts[*border].push_back(&access);
    std::vector<Range> ranges;
    for (const auto &[begin, inPart] : parts) {
      if (!ordering.isQuiet(inPart))
        continue;
      const std::uint64_t end = *borders.upper_bound(begin);
      if (!ranges.empty() && ranges.back().end == begin)
        ranges.back().end = end;
      else
        ranges.push_back({begin, end});
    }
    // Joinabilities are numbered by threads, and the next unwinding may have fewer of those: it is all or none.
    if (object == program::nullObject) {
      const bool isAll = std::all_of(parts.begin(), parts.end(), [&](const auto &part) {
        return std::any_of(ranges.begin(), ranges.end(),
                           [&](const Range &range) { return range.begin <= part.first && part.first < range.end; });
      });
      ranges = isAll ? std::vector<Range>{{0, UINT64_MAX}} : std::vector<Range>{};
    }
    if (!ranges.empty())
      ranges_[keyOf(program, object)] = std::move(ranges);
  }
}

bool QuietMemory::contains(const UnwoundProgram &program, program::Bits pointer, unsigned size) const {
  const auto &pointers = program.program->pointers;
  const auto found = ranges_.find(keyOf(program, pointers.object(pointer)));
  if (found == ranges_.end())
    return false;
  const std::uint64_t begin = pointers.offset(pointer);
  return std::any_of(found->second.begin(), found->second.end(),
                     [&](const Range &range) { return range.begin <= begin && begin + size <= range.end; });
}

} // namespace heddle::events
