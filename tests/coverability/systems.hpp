// Systems that several tests use, and functions that check them.
#pragma once

#include "coverability/check.hpp"
#include "coverability/load.hpp"
#include "coverability/tts.hpp"

#include <gtest/gtest.h>

#include <string>

namespace heddle::coverability {

/// Figure 4: the system of the program of Figure 3.
inline const std::string figure4 = "4 3\n"
                                   "0 0 -> 3 1\n"
                                   "3 1 -> 3 2\n"
                                   "0 2 -> 1 0\n"
                                   "1 2 -> 2 0\n"
                                   "3 2 -> 0 0\n"
                                   "target 2|\n";

/// Figure 11: a thread enters local state 2 in shared state 1 only, and the broadcast that leads there moves all
/// threads out of 2. A search that accelerates across broadcasts would find any number of threads in 2.
inline const std::string figure11 = "2 3\n"
                                    "0 0 -> 0 1\n"
                                    "1 1 -> 0 2\n"
                                    "0 2 ~> 1 0\n"
                                    "target 0|2,2\n";

inline System system(const std::string &text) {
  auto parsed = parseTts(text, "test.tts");
  EXPECT_TRUE(parsed) << parsed.error().message;
  return std::move(*parsed);
}

inline Answer ask(const System &asked, const Options &options = {}) {
  support::Cancellation cancellation;
  Progress progress{.cancellation = cancellation};
  Answer answer = check(asked, options, progress);
  EXPECT_FALSE(answer.internalError) << *answer.internalError;
  if (answer.certificate) {
    const auto checked = checkCertificate(asked, *answer.certificate);
    EXPECT_TRUE(checked) << checked.error().message;
  }
  return answer;
}

inline Verdict verdict(const std::string &text, const Options &options = {}) {
  return ask(system(text), options).verdict;
}

} // namespace heddle::coverability
