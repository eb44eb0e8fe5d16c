#include "smt/versions.hpp"

#include <cadical.hpp>
#include <fmt/format.h>
#include <z3.h>

namespace heddle::smt {

std::string z3Version() {
  unsigned major = 0;
  unsigned minor = 0;
  unsigned build = 0;
  unsigned revision = 0;
  Z3_get_version(&major, &minor, &build, &revision);
  return fmt::format("{}.{}.{}", major, minor, build);
}

std::string cadicalVersion() { return CaDiCaL::Solver::version(); }

} // namespace heddle::smt
