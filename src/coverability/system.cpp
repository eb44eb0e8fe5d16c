#include "coverability/system.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace heddle::coverability {

namespace {

bool hasNoEffect(const TransitionSpec &spec) {
  return spec.from == spec.to && spec.transfers.empty() && spec.take == spec.put;
}

} // namespace

void System::add(const TransitionSpec &spec) {
  assert((spec.absent.empty() || (spec.take.empty() && spec.put.empty() && spec.transfers.empty())) &&
         "only silent transitions may require absence");
  if (hasNoEffect(spec))
    return;
  Transition transition;
  transition.from = spec.from;
  transition.to = spec.to;
  transition.line = spec.line;
  transition.begin_ = entries_.size();
  transition.take_ = static_cast<std::uint32_t>(spec.take.size());
  transition.put_ = static_cast<std::uint32_t>(spec.put.size());
  transition.guard_ = static_cast<std::uint32_t>(spec.guard.size());
  transition.absent_ = static_cast<std::uint32_t>(spec.absent.size());
  for (const Threads *threads : {&spec.take, &spec.put, &spec.guard, &spec.absent})
    entries_.insert(entries_.end(), threads->begin(), threads->end());
  if (!spec.transfers.empty()) {
    transition.transfers_ = static_cast<std::uint32_t>(transfers_.size());
    transfers_.push_back(spec.transfers);
    std::sort(transfers_.back().begin(), transfers_.back().end(),
              [](const Transfer &a, const Transfer &b) { return a.from < b.from; });
    std::vector<Arrival> &arrivals = arrivals_.emplace_back();
    for (const Transfer &transfer : spec.transfers) {
      for (const LocalState to : transfer.to)
        arrivals.push_back({to, transfer.from});
    }
    std::sort(arrivals.begin(), arrivals.end());
  }
  transitions_.push_back(transition);
}

void System::addSilent(SharedState from, SharedState to, const Threads &absent, std::uint32_t line) {
  TransitionSpec spec;
  spec.from = from;
  spec.to = to;
  spec.absent = absent;
  spec.line = line;
  add(spec);
}

const Transfer *System::transferFrom(const Transition &t, LocalState from) const {
  const std::vector<Transfer> &all = transfers(t);
  const auto place = std::lower_bound(
      all.begin(), all.end(), from, [](const Transfer &transfer, LocalState wanted) { return transfer.from < wanted; });
  return place != all.end() && place->from == from ? &*place : nullptr;
}

std::span<const Arrival> System::arrivals(const Transition &t, LocalState to) const {
  const std::vector<Arrival> &all = arrivals_[t.transfers_];
  const auto begin = std::lower_bound(all.begin(), all.end(), Arrival{to, 0});
  const auto end = std::upper_bound(begin, all.end(), Arrival{to, UINT32_MAX});
  return {begin, end};
}

bool System::isInitial(const Configuration &configuration) const {
  return std::any_of(initial.begin(), initial.end(), [&](const InitialSet &set) {
    return covered(configuration, set.most) && covered(std::span(set.least), std::span(configuration.threads));
  });
}

bool System::isBelowInitial(const Configuration &configuration) const {
  return std::any_of(initial.begin(), initial.end(),
                     [&](const InitialSet &set) { return covered(configuration, set.most); });
}

std::string System::sharedName(SharedState shared) const {
  return shared < sharedNames.size() ? sharedNames[shared] : std::to_string(shared);
}

std::string System::localName(LocalState local) const {
  return local < localNames.size() ? localNames[local] : std::to_string(local);
}

std::string System::describe(std::span<const Entry> threads) const {
  std::string text;
  for (const Entry &entry : threads) {
    if (!text.empty())
      text += ", ";
    text += localName(entry.local);
    if (entry.count == omega)
      text += "^w";
    else if (entry.count != 1)
      text += fmt::format("^{}", entry.count);
  }
  return text;
}

std::string System::describe(const Configuration &configuration) const {
  if (sharedStates_ == 1)
    return fmt::format("({})", describe(std::span(configuration.threads)));
  const std::string threads = describe(std::span(configuration.threads));
  return fmt::format("({} |{}{})", sharedName(configuration.shared), threads.empty() ? "" : " ", threads);
}

std::string System::describe(const Transition &transition) const {
  std::string text;
  if (transition.line != 0)
    text += fmt::format("line {}: ", transition.line);
  if (sharedStates_ != 1)
    text += sharedName(transition.from) + " | ";
  text += describe(take(transition));
  if (!guard(transition).empty())
    text += fmt::format(" [{}]", describe(guard(transition)));
  if (!absent(transition).empty())
    text += fmt::format("no thread in {}", describe(absent(transition)));
  text += " -> ";
  if (sharedStates_ != 1)
    text += sharedName(transition.to) + " | ";
  text += describe(put(transition));
  for (const Transfer &transfer : transfers(transition)) {
    text += fmt::format("; {} ~> ", localName(transfer.from));
    for (std::size_t i = 0; i < transfer.to.size(); ++i)
      text += (i == 0 ? "" : "|") + localName(transfer.to[i]);
    if (transfer.to.empty())
      text += "nowhere";
  }
  return text;
}

} // namespace heddle::coverability
