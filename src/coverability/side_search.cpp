#include "coverability/side_search.hpp"

#include <chrono>
#include <new>
#include <system_error>

namespace heddle::coverability {

namespace {

/// A query cannot be interrupted, and delays the end of both searches. Where the state equation helps the backward
/// search, it does so at once.
constexpr std::chrono::milliseconds pruningEnd{700};

} // namespace

SideSearch::SideSearch(const System &system, const Options &options, support::Cancellation &parent,
                       support::Cancellation &other)
    : system_(system), options_(options), cancellation_(&parent), other_(other),
      progress_{.cancellation = cancellation_} {
  options_.algorithm = Algorithm::Backward;
  options_.oracle = false;
  try {
    thread_ = std::thread([this] { run(); });
  } catch (const std::system_error &) { // NOLINT(bugprone-empty-catch): the lean search does without
  }
}

SideSearch::~SideSearch() { stop(); }

bool SideSearch::yield() {
  auto open = Decided::Open;
  if (!decided_.compare_exchange_strong(open, Decided::There))
    return false;
  cancellation_.request(support::StopReason::Answered);
  return true;
}

void SideSearch::join() {
  if (thread_.joinable())
    thread_.join();
}

void SideSearch::stop() {
  cancellation_.request(support::StopReason::Answered);
  join();
}

void SideSearch::rethrowFailure() const {
  if (failure_)
    std::rethrow_exception(failure_);
}

void SideSearch::run() {
  try {
    if (!wait())
      return;
    context_.emplace(system_, options_, progress_, statistics_);
    if (options_.growth)
      context_->growth = &growth_;
    pruner_.emplace(system_, options_.stateEquationAfter, cancellation_);
    pruner_->setEnd(pruningEnd);
    if (options_.stateEquation)
      context_->pruner = &*pruner_;
    result_ = searchBackward(*context_);
    auto open = Decided::Open;
    if (result_.kind != SearchResult::Kind::Cancelled && decided_.compare_exchange_strong(open, Decided::Here))
      other_.request(support::StopReason::Answered);
  } catch (const BeyondLimits &) {
    result_ = {}; // none; the lean search may still find an answer
  } catch (const std::bad_alloc &) {
    failure_ = std::current_exception();
  }
}

/// Waits for the delay; false if the search is cancelled meanwhile.
bool SideSearch::wait() {
  const auto begin = std::chrono::steady_clock::now() + options_.sideSearchAfter;
  while (std::chrono::steady_clock::now() < begin) {
    if (cancellation_.reason() != support::StopReason::None || cancellation_.poll())
      return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return !cancellation_.poll();
}

} // namespace heddle::coverability
