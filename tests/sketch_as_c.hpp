// A sketch as a C file. The front end makes another Program of it than `buildProgram` does, with more steps, so that an
// engine that errs on the one may be right on the other.
#pragma once

#include "program_sketch.hpp"

namespace heddle::testing {

class SketchPrinter {
public:
  std::string print(const ProgramSketch &sketch) {
    text_ = "#include <pthread.h>\n#include <stdlib.h>\n"
            "extern void reach_error(void);\nextern void __VERIFIER_assume(int);\n"
            "extern _Bool __VERIFIER_nondet_bool(void);\n"
            "unsigned x, y, z, *holder, *offered;\n"
            "pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;\n";
    for (std::size_t i = 0; i < sketch.threads.size(); ++i) {
      text_ += "void *worker" + std::to_string(i) + "(void *arg) {\n  unsigned r = 0, s = 0, left = 2, local = 0;\n";
      labels_.clear();
      placed_.clear();
      for (const SketchStatement &statement : sketch.threads[i])
        if (statement.kind == Kind::Label)
          labels_.insert(statement.value);
      for (const SketchStatement &statement : sketch.threads[i])
        text_ += "  " + print(statement) + "\n";
      text_ += "  return 0;\n}\n";
    }
    printMain(sketch);
    return text_;
  }

private:
  using Kind = SketchStatement::Kind;
  using Order = SketchStatement::Order;

  static std::string number(unsigned value) { return std::to_string(value); }
  static std::string variable(unsigned index) { return std::string(1, "xyz"[index]); }
  static std::string orderOf(Order order) { return order == Order::Relaxed ? "__ATOMIC_RELAXED" : "__ATOMIC_SEQ_CST"; }

  static std::string load(const std::string &target, unsigned index, Order order) {
    if (order == Order::Plain)
      return target + " = " + variable(index) + ";";
    return target + " = __atomic_load_n(&" + variable(index) + ", " + orderOf(order) + ");";
  }
  static std::string store(const SketchStatement &statement, const std::string &value) {
    if (statement.order == Order::Plain)
      return variable(statement.variable) + " = " + value + ";";
    return "__atomic_store_n(&" + variable(statement.variable) + ", " + value + ", " + orderOf(statement.order) + ");";
  }

  std::string print(const SketchStatement &statement) {
    const std::string value = number(statement.value);
    const std::string name = variable(statement.variable);
    switch (statement.kind) {
    case Kind::Load:
      return load(statement.second ? "s" : "r", statement.variable, statement.order);
    case Kind::Store:
      return store(statement, value);
    case Kind::StoreNext:
      return store(statement, "r + 1");
    case Kind::FetchAdd:
      return "r = __atomic_fetch_add(&" + name + ", 1, __ATOMIC_SEQ_CST);";
    case Kind::CriticalSection:
      return criticalSection(statement);
    case Kind::Branch:
      return "if (r == " + number(statement.compared) + ") " + store(statement, value);
    case Kind::Check:
      return "if (r == " + value + ") reach_error();";
    case Kind::Assume:
      return "__VERIFIER_assume(s != " + value + ");";
    case Kind::Input:
      return "r = __VERIFIER_nondet_bool() + __VERIFIER_nondet_bool();";
    case Kind::Allocate:
      return "{ unsigned *p = calloc(1, 4); *p = " + value + "; free(p); }";
    case Kind::HandOver:
      return "{ unsigned *p = calloc(1, 4), *q = __atomic_exchange_n(&holder, p, __ATOMIC_SEQ_CST); free(q); }";
    case Kind::FreeHeld:
      return "{ unsigned *p = __atomic_load_n(&holder, __ATOMIC_SEQ_CST); "
             "__atomic_store_n(&holder, 0, __ATOMIC_SEQ_CST); free(p); }";
    case Kind::Loop:
      return "do " + load("r", statement.variable, Order::Sequential) + " while (r == " + number(statement.compared) +
             ");";
    case Kind::Label:
      return placed_.insert(statement.value).second ? "label" + value + ":;" : "";
    case Kind::Goto:
      return jump(statement);
    case Kind::OfferLocal:
      return "local = " + value + "; __atomic_store_n(&offered, &local, __ATOMIC_SEQ_CST);";
    case Kind::UseOffered:
      return "{ unsigned *p = __atomic_load_n(&offered, __ATOMIC_SEQ_CST); if (p) " +
             (statement.second ? "*p = " + value : std::string("r = *p")) + "; }";
    case Kind::Uninitialised:
      return "{ unsigned char byte, *p = &byte; r = *p & 1; }";
    }
    return "";
  }

  std::string jump(const SketchStatement &statement) const {
    if (!labels_.contains(statement.value))
      return "";
    const std::string condition = (statement.second ? "s" : "r") + std::string(" == ") + number(statement.compared);
    const std::string go = "goto label" + number(statement.value) + ";";
    return "if (" + condition + (statement.nested ? ") " + go : " && left != 0) { left--; " + go + " }");
  }

  static std::string criticalSection(const SketchStatement &statement) {
    const std::string mutex = statement.second ? "&n" : "&m";
    const std::string other = statement.second ? "&m" : "&n";
    const std::string name = variable(statement.variable);
    const auto call = [](const std::string &what, const std::string &which) {
      return "pthread_mutex_" + what + "(" + which + ");";
    };
    return call("lock", mutex) + (statement.nested ? " " + call("lock", other) : "") + " s = " + name + "; " + name +
           " = s + 1; " + (statement.nested ? call("unlock", other) + " " : "") + call("unlock", mutex);
  }

  void printMain(const ProgramSketch &sketch) {
    text_ += "int main(void) {\n";
    std::string joins;
    for (std::size_t i = 0; i < sketch.threads.size(); ++i) {
      const std::string thread = "t" + std::to_string(i);
      text_ +=
          "  pthread_t " + thread + ";\n  pthread_create(&" + thread + ", 0, worker" + std::to_string(i) + ", 0);\n";
      joins += "  pthread_join(" + thread + ", 0);\n";
    }
    text_ += sketch.endsEarly ? "" : joins;
    text_ += "  if (" + variable(sketch.variable) + " == " + number(sketch.value) + ") reach_error();\n";
    text_ += "  return 0;\n}\n";
  }

  std::string text_;
  // Of the thread that is being printed:
  std::set<unsigned> labels_;
  std::set<unsigned> placed_;
};

inline std::string toC(const ProgramSketch &sketch) { return SketchPrinter().print(sketch); }

} // namespace heddle::testing
