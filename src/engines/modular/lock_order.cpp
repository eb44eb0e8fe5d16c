#include "engines/modular/lock_order.hpp"

#include "engines/modular/together.hpp"

#include <algorithm>
#include <functional>

namespace heddle::engines::modular {

LockOrder::LockOrder(const Global &global, std::vector<Request> requests, Mutation mutation)
    : global_(global), requests_(std::move(requests)), mutation_(mutation) {
  for (const Request &request : requests_)
    joined_.insert(request.wait.joined.begin(), request.wait.joined.end());
  for (std::size_t i = 0; i < requests_.size(); ++i) {
    const ThreadPoint &by = requests_[i].by;
    if (requests_[i].wait.kind == Wait::Kind::Lock)
      byLock_[requests_[i].wait.lock].push_back(i);
    for (const auto &[lock, hold] : by.held)
      if (mutation_ != Mutation::ReadersDoNotBlock || hold == exclusively)
        edges_.push_back({i, {.lock = lock}, hold != exclusively});
    if (joined_.contains(by.cfa) && mutation_ != Mutation::JoinsDoNotWait)
      edges_.push_back({i, {.isEnd = true, .ended = by.cfa}});
  }
}

bool LockOrder::areTogether(const ThreadPoint &a, const ThreadPoint &b) const {
  if (mutation_ == Mutation::AnyGate && a.held.size() > 1 && b.held.size() > 1)
    return false;
  return mayRunTogether(global_, a.cfa, a.others, b.cfa, b.others) && !exclude(a.held, b.held);
}

bool LockOrder::isWaitedFor(const ThreadPoint &holder) const {
  if (const auto known = waitedFor_.find(holder); known != waitedFor_.end())
    return known->second;
  const bool result = std::ranges::any_of(holder.held, [&](const auto &held) {
    const auto requests = byLock_.find(held.first);
    return requests != byLock_.end() && std::ranges::any_of(requests->second, [&](std::size_t index) {
             const Request &request = requests_[index];
             return !(held.second != exclusively && request.wait.isForReading) && areTogether(holder, request.by);
           });
  });
  return waitedFor_[holder] = result;
}

std::vector<LockOrder::Resource> LockOrder::requested(const Request &request) {
  if (request.wait.kind == Wait::Kind::Lock)
    return {{.lock = request.wait.lock}};
  std::vector<Resource> ends;
  for (const program::CfaId cfa : request.wait.joined)
    ends.push_back({.isEnd = true, .ended = cfa});
  return ends;
}

/// Depth-first, with the smallest edge of a cycle as its first one.
class LockOrder::Search {
public:
  Search(const LockOrder &order, std::size_t most) : order_(order), most_(most) {
    for (const Request &request : order.requests_)
      requested_.push_back(requested(request));
    for (std::size_t edge = 0; edge < order.edges_.size(); ++edge)
      byResource_[order.edges_[edge].from].push_back(edge);
  }

  bool run() {
    for (std::size_t edge = 0; edge < order_.edges_.size(); ++edge) {
      path_ = {edge};
      if (!extend())
        return false;
    }
    return true;
  }
  std::vector<std::vector<std::size_t>> found;

private:
  static constexpr std::uint64_t mostSteps = 1'000'000;

  bool extend() {
    if (found.size() >= most_)
      return true;
    if (++steps_ > mostSteps)
      return false;
    const Edge &first = order_.edges_[path_.front()];
    const std::size_t last = order_.edges_[path_.back()].request;
    const Request &request = order_.requests_[last];
    for (const Resource &resource : requested_[last]) {
      const bool isItself = path_.size() == 1 && order_.mutation_ == Mutation::NoWaitForItself;
      if (blocks(first, request, resource) && !isItself) {
        std::vector<std::size_t> &cycle = found.emplace_back();
        for (const std::size_t edge : path_)
          cycle.push_back(order_.edges_[edge].request);
        continue;
      }
      const auto next = byResource_.find(resource);
      if (next == byResource_.end() || (order_.mutation_ == Mutation::CyclesOfTwo && path_.size() == 2))
        continue;
      for (const std::size_t edge : next->second)
        if (edge > path_.front() && blocks(order_.edges_[edge], request, resource) && fits(edge)) {
          path_.push_back(edge);
          const bool isDecided = extend();
          path_.pop_back();
          if (!isDecided)
            return false;
        }
    }
    return true;
  }

  /// Whether another thread may be at the request of the edge, and the resource is not in the path.
  bool fits(std::size_t edge) const {
    const Edge &added = order_.edges_[edge];
    return std::ranges::all_of(path_, [&](std::size_t other) {
      const Edge &known = order_.edges_[other];
      return known.from != added.from &&
             order_.areTogether(order_.requests_[known.request].by, order_.requests_[added.request].by);
    });
  }

  const LockOrder &order_;
  std::size_t most_;
  std::vector<std::vector<Resource>> requested_; // by request
  std::map<Resource, std::vector<std::size_t>> byResource_;
  std::vector<std::size_t> path_;
  std::uint64_t steps_ = 0;
};

std::optional<std::vector<std::vector<std::size_t>>> LockOrder::cycles(std::size_t most) const {
  Search search(*this, most);
  if (!search.run())
    return std::nullopt;
  return std::move(search.found);
}

} // namespace heddle::engines::modular
