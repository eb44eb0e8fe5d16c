// Small random C programs that are mostly branches: what threads do depends on what they see of each other, in
// branches that write, jump, wait, fail, free, or start a thread. If threads run one after the other, most branches are
// not taken, and about half of the programs are wrong if they are.
#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace heddle::testing {

class BranchyProgram {
public:
  explicit BranchyProgram(std::uint64_t seed) : random_(seed) {}

  std::string make() {
    std::string text = globals;
    text += "static void helper(int r) { " + write() + " if (r == " + digit() + ") { " + write() + " } }\n";
    text += "void *leaf(void *arg) { int r = 0; " + write() + " " + look() + " return arg; }\n";
    text += thread("first", 2) + thread("second", 2 + below(2));
    inThread_ = false;
    text += "int main(void) {\n  int r = 0;\n  sem_init(&s, 0, 0);\n";
    text += "  pthread_t t = start(first, 0), u = start(second, 0);\n";
    if (below(3) == 0)
      text += "  " + look() + "\n  " + branch(0) + "\n";
    return text + "  join(t);\n  join(u);\n  check(x != " + rare() + " && y != " + rare() + ");\n  return 0;\n}\n";
  }

private:
  static constexpr const char *globals = "int x, y, z, v[2]; int *p = &z; pthread_mutex_t m; sem_t s;\n";

  unsigned below(unsigned bound) { return static_cast<unsigned>(random_() % bound); }
  std::string digit() { return std::to_string(1 + below(2)); }
  /// 3 is written in branches only.
  std::string rare() { return below(3) == 0 ? digit() : "3"; }
  std::string variable() {
    static constexpr const char *names[] = {"x", "x", "x", "y", "y", "y", "z", "v[1]"};
    return names[below(8)];
  }

  std::string look() { return below(6) == 0 ? "r = *p;" : "r = " + variable() + ";"; }
  std::string condition() {
    switch (below(4)) {
    case 0:
      return variable();
    case 1:
      return "r == " + digit();
    case 2:
      return "!r";
    default:
      return "r";
    }
  }

  std::string write() {
    switch (below(8)) {
    case 0:
      return "*p = " + digit() + ";";
    case 1:
      return "v[x & 1] = " + digit() + ";";
    case 2:
      return "p = &" + variable() + ";";
    case 3:
      return variable() + " = 0;";
    default:
      return variable() + " = " + digit() + ";";
    }
  }

  /// What makes a branch more than assignments.
  std::string special() {
    switch (below(14)) {
    case 0:
      return "return 0;";
    case 1:
      return "goto end;";
    case 2:
      return "check(" + variable() + " != " + rare() + ");";
    case 3:
      return "for (int i = 0; i < 2; i++) { " + write() + " }";
    case 4:
      return "join(start(leaf, 0));";
    case 5:
      return "pthread_mutex_lock(&m); " + write() + " pthread_mutex_unlock(&m);";
    case 6:
      return "helper(r);";
    case 7:
      return "r = " + digit() + ";";
    case 8:
      return "while (!" + variable() + ");";
    case 9:
      return "__VERIFIER_assume(" + condition() + ");";
    case 10:
      return "exit(0);";
    case 11:
      return "*q = " + digit() + ";";
    case 12:
      return "sem_post(&s);";
    default:
      return "r = __VERIFIER_nondet_bool();";
    }
  }

  std::string block(unsigned depth) {
    std::string text = "{ ";
    if (below(3) != 0)
      text += write() + " ";
    if (below(2) == 0)
      text += variable() + " = " + rare() + "; ";
    if (depth > 0 && below(3) == 0)
      text += look() + " " + branch(depth - 1) + " ";
    if (below(2) == 0)
      text += (inThread_ ? special() : write()) + " ";
    return text + "}";
  }
  std::string branch(unsigned depth) {
    std::string text = "if (" + condition() + ") " + block(depth);
    return below(2) == 0 ? text + " else " + block(depth) : text;
  }

  std::string statement() {
    switch (below(6)) {
    case 0:
      return write();
    case 1:
      return write() + " " + write();
    case 2:
      return below(4) == 0 ? "sem_wait(&s);" : "if (l == " + digit() + ") " + write();
    default:
      return look() + " " + branch(1);
    }
  }

  std::string thread(const std::string &name, unsigned statements) {
    std::string text = "void *" + name + "(void *arg) {\n  int r = 0, l = 0, *q = &l;\n";
    for (unsigned i = 0; i < statements; ++i)
      text += "  " + statement() + "\n";
    return text + "end:\n  " + (below(2) == 0 ? write() : std::string()) + " return arg;\n}\n";
  }

  std::mt19937_64 random_;
  bool inThread_ = true; // with a label and locals that special() uses
};

} // namespace heddle::testing
