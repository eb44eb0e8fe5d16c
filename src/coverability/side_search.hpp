// A backward search beside the lean one, in a thread of its own. The two are complementary: widening proves most
// systems much sooner, but spends minutes on bad candidates in some that Algorithm 1 proves in a second (MIST's
// extendedread-write).
//
// The side search begins after a delay, since most answers take less, and has its own D and pruner. It has no oracle: D
// does not help Algorithm 1 to prove anything, and the lean search has one to find coverable targets. The search that
// ends first decides; both answers are right, and each is checked in the same way.
#pragma once

#include "coverability/search.hpp"

#include <atomic>
#include <exception>
#include <optional>
#include <thread>

namespace heddle::coverability {

class SideSearch {
public:
  /// `other` is cancelled when this search ends with an answer; `parent` cancels this search.
  SideSearch(const System &system, const Options &options, support::Cancellation &parent, support::Cancellation &other);
  SideSearch(const SideSearch &) = delete;
  SideSearch &operator=(const SideSearch &) = delete;
  ~SideSearch();

  /// The other search has an answer. False if this one had one before; otherwise this one is cancelled.
  bool yield();

  /// Waits for the end of the thread.
  void join();
  /// Cancels the search and waits for the end of the thread.
  void stop();

  /// The rest is for the time after join() or stop().
  bool answered() const { return decided_.load() == Decided::Here; }
  const SearchResult &result() const { return result_; }
  SearchContext &context() { return *context_; }
  Pruner &pruner() { return *pruner_; }
  const Statistics &statistics() const { return statistics_; }
  const Growth &growth() const { return growth_; }
  /// Throws std::bad_alloc if an allocation failed in the thread.
  void rethrowFailure() const;

private:
  enum class Decided : std::uint8_t { Open, Here, There };

  void run();
  bool wait();

  const System &system_;
  Options options_;
  support::Cancellation cancellation_;
  support::Cancellation &other_;
  Progress progress_;
  Statistics statistics_;
  Growth growth_;
  std::optional<SearchContext> context_;
  std::optional<Pruner> pruner_;
  SearchResult result_;
  std::exception_ptr failure_;
  std::atomic<Decided> decided_{Decided::Open};
  std::thread thread_; // the last member: it uses all others
};

} // namespace heddle::coverability
