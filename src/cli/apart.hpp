// Work in a process of its own, so that its limits of time and memory, and its end, concern nothing else.
#pragma once

#include "support/expected.hpp"

#include <functional>
#include <string>

namespace heddle::cli {

/// How such a process has ended.
struct Ended {
  int exitCode = 0;
  std::string output; // if it was captured
};

/// Runs `work`, whose result is the exit code, in another process, with its own standard output if that is to be
/// captured. `what` names the work if its process is killed: "this property".
support::Expected<Ended> runApart(bool captures, const std::string &what, const std::function<int()> &work);

/// From now on, SIGINT and SIGTERM are passed on to the process that runApart waits for, and noted.
void passSignalsOn();
/// Whether there was such a signal.
bool isToStop();

/// The graver one: an error, a violation, no verdict, a proof.
int worse(int firstExitCode, int secondExitCode);

/// The name of a file for one of several parts of the work: c.json becomes c.LABEL.json. Empty if `file` is.
std::string withLabel(const std::string &file, const std::string &label);

} // namespace heddle::cli
