// Systems that several tests use, and how to ask about them.
#pragma once

#include "coverability/cover.hpp"
#include "coverability/load.hpp"
#include "coverability/tts.hpp"

#include <gtest/gtest.h>

#include <string>

namespace heddle::coverability {

/// Figure 4: what the program of Figure 3 induces.
inline const std::string figure4 = "4 3\n"
                                   "0 0 -> 3 1\n"
                                   "3 1 -> 3 2\n"
                                   "0 2 -> 1 0\n"
                                   "1 2 -> 2 0\n"
                                   "3 2 -> 0 0\n"
                                   "target 2|\n";

/// Figure 11: whoever wants to enter local state 2 needs shared state 1, and the broadcast that leads there has thrown
/// everybody out of 2. A search that accelerates across broadcasts believes in any number of threads in 2.
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
