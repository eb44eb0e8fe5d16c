#include "recheck/accesses.hpp"

namespace heddle::recheck {

void Accesses::add(const Accesses &other) {
  memory.insert(memory.end(), other.memory.begin(), other.memory.end());
  threads = threads || other.threads;
  endsProgram = endsProgram || other.endsProgram;
  allocationsOf |= other.allocationsOf;
}

bool Accesses::conflictsWith(const Accesses &other) const {
  if (endsProgram || other.endsProgram)
    return true;
  if (threads && other.threads)
    return true;
  if ((allocationsOf & other.allocationsOf) != 0)
    return true;
  for (const Access &mine : memory)
    for (const Access &theirs : other.memory)
      if ((mine.write || theirs.write) && mine.range.overlaps(theirs.range))
        return true;
  return false;
}

} // namespace heddle::recheck
