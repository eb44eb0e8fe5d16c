// The text for global control locations in messages and in written proofs.
#pragma once

#include "proof/proof.hpp"

#include <string>

namespace heddle::proof {

/// "main", "T1 thr1".
std::string nameOfThread(const program::Program &program, const Thread &thread, unsigned slot);
/// "main at a.c:12, T1 thr1 at a.c:3".
std::string describe(const program::Program &program, const Control &control);

} // namespace heddle::proof
