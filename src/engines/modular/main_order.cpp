#include "engines/modular/main_order.hpp"

#include <algorithm>

namespace heddle::engines::modular {

using analysis::MainCourse;
using program::CfaId;

const MainOrder::Threads &MainOrder::threadsOf(CfaId cfa) {
  const auto [entry, isNew] = threads_.try_emplace(cfa);
  if (isNew)
    entry->second = findThreads(cfa);
  return entry->second;
}

MainOrder::Threads MainOrder::findThreads(CfaId cfa) const {
  if (!slots_.isOfMain(cfa))
    return std::nullopt;
  const Value &argument = global_.argument(cfa);
  const bool isAddress = !argument.number && !argument.pointers.empty() && !argument.self && argument.handles.empty();
  if (!isAddress && !argument.isNumber())
    return std::nullopt;
  std::vector<Thread> result;
  for (const MainCourse::Thread &thread : course_->threads) {
    if (thread.cfa != cfa)
      continue;
    if (!thread.argument)
      return std::nullopt;
    result.push_back({isAddress ? static_cast<std::int64_t>(program_.pointers.offset(*thread.argument))
                                : static_cast<std::int64_t>(support::toSigned(*thread.argument, argument.width)),
                      thread.start, thread.end});
  }
  std::ranges::sort(result);
  return result;
}

bool MainOrder::isExcluded(const SharedAccess &ofMain, const SharedAccess &ofThread) {
  const std::optional<Address::Range> &range = ofThread.address.range;
  if (course_ == nullptr || ofMain.cfa != 0 || ofMain.instruction == nullptr || ofThread.cfa == 0 || !range ||
      range->slot != Slots::argumentSlot || range->factor <= 0)
    return false;
  const auto accesses = course_->accesses.find(ofMain.instruction);
  if (accesses == course_->accesses.end())
    return false;
  const Threads &threads = threadsOf(ofThread.cfa);
  if (!threads)
    return false;
  return std::ranges::none_of(accesses->second, [&](const MainCourse::Access &access) {
    if (access.object != ofMain.object)
      return false;
    // A thread has a common byte if begin < factor * number + low + (bytes of the range) and
    // factor * number + low < end.
    const SignedBits begin = access.offset;
    const SignedBits end = begin + ofMain.address.pattern.bytes;
    const SignedBits high = SignedBits{range->high} + static_cast<SignedBits>(ofThread.address.pattern.bytes);
    const auto first = std::ranges::partition_point(
        *threads, [&](const Thread &thread) { return SignedBits{range->factor} * thread.number + high <= begin; });
    for (auto thread = first; thread != threads->end() && SignedBits{range->factor} * thread->number + range->low < end;
         ++thread)
      if (thread->start <= access.time && (access.time < thread->end && mutation_ != Mutation::ThreadsEndEarly))
        return true;
    return false;
  });
}

} // namespace heddle::engines::modular
