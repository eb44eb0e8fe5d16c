// races FILE...: whether each C program is free of data races, and how a race comes about.
#include <heddle/heddle.hpp>

#include <chrono>
#include <iostream>

int main(int argc, char **argv) {
  int races = 0;
  for (int i = 1; i < argc; ++i) {
    const heddle::Loaded loaded = heddle::load({.files = {argv[i]}, .properties = {"no-data-race"}});
    if (!loaded.program) {
      std::cerr << loaded.error << '\n';
      return 2;
    }
    const heddle::Outcome outcome = heddle::verify(*loaded.program, {.timeout = std::chrono::minutes(1)});
    switch (outcome.verdict) {
    case heddle::Verdict::True:
      std::cout << argv[i] << ": no data race\n";
      break;
    case heddle::Verdict::False:
      ++races;
      std::cout << argv[i] << ": " << outcome.violation << '\n';
      for (const heddle::Step &step : outcome.trace)
        std::cout << "  " << outcome.threads[step.thread] << ", line " << step.line << ": " << step.text << '\n';
      break;
    case heddle::Verdict::Unknown:
    case heddle::Verdict::Error:
      std::cout << argv[i] << ": " << outcome.reason << '\n';
      break;
    }
  }
  return races == 0 ? 0 : 1;
}
