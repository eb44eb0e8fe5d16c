#include "proof/wait_cycles.hpp"

#include "proof/components.hpp"

#include <algorithm>

namespace heddle::proof {

namespace {

constexpr std::size_t mostSteps = 1'000'000;

bool waitsFor(const WaitingThread &thread, const WaitingThread &holder) {
  return std::ranges::any_of(thread.requests, [&](const WaitedFor &each) { return holder.holds.contains(each); });
}

class CycleSearch {
public:
  CycleSearch(const std::vector<WaitingThread> &threads,
              const std::function<bool(std::size_t, std::size_t)> &areTogether)
      : areTogether_(areTogether), next_(threads.size()) {
    std::vector<std::pair<std::size_t, std::size_t>> edges;
    for (std::size_t i = 0; i < threads.size(); ++i)
      for (std::size_t j = 0; j < threads.size(); ++j)
        if (waitsFor(threads[i], threads[j]) && (i == j || areTogether(i, j)))
          edges.emplace_back(i, j);
    const std::vector<std::size_t> components = componentsOf(threads.size(), edges);
    for (const auto &[from, to] : edges)
      if (components[from] == components[to])
        next_[from].push_back(to);
  }

  WaitCycle run() {
    for (std::size_t first = 0; first < next_.size() && result_.kind == WaitCycle::Kind::None; ++first) {
      path_ = {first};
      extend();
    }
    return result_;
  }

private:
  void extend() {
    if (++steps_ > mostSteps)
      result_.kind = WaitCycle::Kind::NotDecided;
    for (const std::size_t next : next_[path_.back()]) {
      if (result_.kind != WaitCycle::Kind::None)
        return;
      if (next == path_.front()) {
        result_ = {WaitCycle::Kind::Found, path_};
        return;
      }
      if (next < path_.front() || !fits(next))
        continue;
      path_.push_back(next);
      extend();
      path_.pop_back();
    }
  }

  bool fits(std::size_t next) const {
    return std::ranges::all_of(path_, [&](std::size_t other) { return other != next && areTogether_(other, next); });
  }

  const std::function<bool(std::size_t, std::size_t)> &areTogether_;
  std::vector<std::vector<std::size_t>> next_;
  std::vector<std::size_t> path_;
  std::size_t steps_ = 0;
  WaitCycle result_;
};

} // namespace

WaitCycle findWaitCycle(const std::vector<WaitingThread> &threads,
                        const std::function<bool(std::size_t, std::size_t)> &areTogether) {
  return CycleSearch(threads, areTogether).run();
}

} // namespace heddle::proof
