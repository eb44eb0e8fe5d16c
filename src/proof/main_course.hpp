// What main does in every execution, as far as it gets, if that does not depend on other threads
// (parametric_joins.cpp).
#pragma once

#include "program/program.hpp"

#include <cstdint>
#include <map>
#include <set>
#include <utility>
#include <vector>

namespace heddle::proof {

/// The actions that main takes are numbered.
struct MainCourse {
  static constexpr std::size_t never = SIZE_MAX;
  struct Thread {
    program::CfaId cfa = 0;
    program::Expr argument = nullptr; // null: not known
    std::size_t start = 0;
    std::size_t join = never;
  };
  struct Access {
    std::size_t number = 0;
    program::Expr address = nullptr;
  };

  std::vector<bool> taken;               // by action: it is, or may be, taken
  std::set<program::ActionId> elsewhere; // actions that may also be taken at other times than `accesses` says
  std::map<std::pair<program::ActionId, std::size_t>, std::vector<Access>> accesses; // by action and instruction
  std::vector<Thread> threads;
};

} // namespace heddle::proof
