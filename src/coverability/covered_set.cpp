#include "coverability/covered_set.hpp"

#include <algorithm>
#include <bit>

namespace heddle::coverability {

namespace {

constexpr std::size_t mostCompacted = 8192;

} // namespace

CoveredSet::CoveredSet(const System &system) : parts_(system.sharedStates()) {
  for (const InitialSet &set : system.initial)
    add(set.most, Reason{});
}

CoveredId CoveredSet::add(Configuration configuration, Reason reason) {
  const auto id = static_cast<CoveredId>(members_.size());
  Part &part = parts_[configuration.shared];
  members_.push_back({std::move(configuration), std::move(reason)});
  index(part, id);
  if (part.members.size() >= part.compactAt)
    compact(part);
  return id;
}

void CoveredSet::index(Part &part, CoveredId id) {
  const std::size_t position = part.members.size();
  part.members.push_back(id);
  for (const Entry &entry : members_[id].configuration.threads) {
    Bits &bits = part.byLocal[entry.local];
    bits.resize(position / 64 + 1);
    bits[position / 64] |= std::uint64_t{1} << (position % 64);
  }
}

void CoveredSet::compact(Part &part) {
  std::vector<CoveredId> kept;
  for (const CoveredId id : part.members) {
    const std::optional<CoveredId> above = findIn(part, members_[id].configuration.threads, id);
    // Of two equal members the first is kept.
    if (!above || (*above > id && members_[*above].configuration == members_[id].configuration))
      kept.push_back(id);
  }
  part.members.clear();
  part.byLocal.clear();
  for (const CoveredId id : kept)
    index(part, id);
  // Comparing every pair is too expensive if there are very many.
  part.compactAt = kept.size() > mostCompacted ? SIZE_MAX : std::max<std::size_t>(256, 2 * kept.size());
}

std::optional<CoveredId> CoveredSet::findIn(const Part &part, std::span<const Entry> threads, CoveredId except) const {
  std::vector<const Bits *> rows;
  rows.reserve(threads.size());
  std::size_t words = (part.members.size() + 63) / 64;
  for (const Entry &entry : threads) {
    const auto found = part.byLocal.find(entry.local);
    if (found == part.byLocal.end())
      return std::nullopt;
    rows.push_back(&found->second);
    words = std::min(words, found->second.size());
  }
  for (std::size_t word = 0; word < words; ++word) {
    std::uint64_t candidates = ~std::uint64_t{0};
    for (const Bits *row : rows)
      candidates &= (*row)[word];
    for (; candidates != 0; candidates &= candidates - 1) {
      const std::size_t position = word * 64 + static_cast<std::size_t>(std::countr_zero(candidates));
      if (position >= part.members.size())
        break;
      const CoveredId id = part.members[position];
      if (id != except && covered(threads, std::span(members_[id].configuration.threads)))
        return id;
    }
  }
  return std::nullopt;
}

std::optional<CoveredId> CoveredSet::find(const Configuration &configuration) const {
  return findIn(parts_[configuration.shared], configuration.threads, UINT32_MAX);
}

std::optional<CoveredId> CoveredSet::findOther(CoveredId id) const {
  const Configuration &configuration = members_[id].configuration;
  return findIn(parts_[configuration.shared], configuration.threads, id);
}

} // namespace heddle::coverability
