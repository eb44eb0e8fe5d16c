// The engine `random`: random executions. It finds violations quickly and proves nothing.
#pragma once

#include "engines/engine.hpp"

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>

namespace heddle::engines::random {

/// Points that executions should get to (Property::Vacuity), by their texts.
struct Goals {
  std::size_t count = 0;
  std::set<std::string> reached;
};

struct Options {
  std::uint64_t runs = 1000;    // executions
  std::uint64_t depth = 10'000; // steps of one execution
  std::uint64_t seed = 0;
  std::uint64_t targetEvery = 2;    // one execution of so many has a target, if there are any; 0: none
  std::uint64_t steps = UINT64_MAX; // of all executions; when they have taken more, no further one begins
  Goals *goals = nullptr; // if not null: no execution follows once all are reached. Their property must not be checked

  OptionList list();
};

Outcome run(const Context &context, const Options &options);

extern const Engine engine;

} // namespace heddle::engines::random
