// Straight-line arithmetic inside randomly nested statements. Each loop has a counter that no other statement changes,
// so every program ends after at most a few hundred iterations.
#include "differential/integers.hpp"
#include "differential/kinds.hpp"

namespace heddle::differential {

void arithmetic(ProgramText &program) {
  const Operands variables = declareVariables(program, program.random.between(4, 8));
  for (unsigned i = program.random.between(6, 12); i > 0; --i)
    assignment(program.random, program.body, variables, program.random.between(1, 4));
  mixAll(program.body, variables);
}

namespace {

class ControlFlow {
public:
  ControlFlow(ProgramText &program, const Operands &variables)
      : program_(program), random_(program.random), out_(program.body), variables_(variables) {}

  void block(unsigned depth, bool inLoop) {
    for (unsigned i = random_.between(1, 3); i > 0; --i)
      statement(depth, inLoop);
  }

private:
  std::string condition() { return expression(random_, variables_, random_.between(1, 2)).text; }

  void statement(unsigned depth, bool inLoop) {
    if (depth == 0)
      return assignment(random_, out_, variables_, 2);
    switch (random_.below(8)) {
    case 0:
      return ifElse(depth, inLoop);
    case 1:
      return forLoop(depth);
    case 2:
      return whileLoop(depth);
    case 3:
      return switchCase(depth, inLoop);
    case 4:
      return forwardGoto(depth, inLoop);
    case 5:
      return backwardGoto(depth, inLoop);
    case 6:
      if (!inLoop)
        break;
      out_.line("if ({})", condition());
      out_.line("  {};", random_.percent(50) ? "break" : "continue");
      return;
    default:
      break;
    }
    assignment(random_, out_, variables_, 3);
  }

  void ifElse(unsigned depth, bool inLoop) {
    out_.open("if ({})", condition());
    block(depth - 1, inLoop);
    if (random_.percent(60)) {
      out_.close(" else {");
      out_.indent();
      block(depth - 1, inLoop);
    }
    out_.close();
  }

  void forLoop(unsigned depth) {
    const std::string counter = program_.fresh("i");
    const unsigned rounds = random_.between(1, 5);
    if (random_.percent(50))
      out_.open("for (int {0} = 0; {0} < {1}; {0}++)", counter, rounds);
    else
      out_.open("for (unsigned {0} = {1}; {0}-- > 0;)", counter, rounds);
    out_.line("mix((unsigned long long){});", counter);
    block(depth - 1, true);
    out_.close();
  }

  // The condition changes the counter, so `continue` cannot skip the change.
  void whileLoop(unsigned depth) {
    const std::string counter = program_.fresh("w");
    out_.line("unsigned char {} = {};", counter, random_.below(2));
    const std::string bound = fmt::format("{}++ < {}", counter, random_.between(1, 4));
    const bool atLeastOnce = random_.percent(40);
    if (atLeastOnce)
      out_.open("do");
    else
      out_.open("while ({} && {})", bound, condition());
    block(depth - 1, true);
    out_.close(atLeastOnce ? fmt::format(" while ({} && {});", bound, condition()) : std::string());
  }

  void switchCase(unsigned depth, bool inLoop) {
    const Expression value = expression(random_, variables_, 2);
    const unsigned mask = random_.percent(50) ? 7 : 3;
    out_.open("switch ({} & {})", value.text, mask);
    const unsigned defaultAt = random_.below(mask + 1);
    for (unsigned label = 0; label <= mask; ++label) {
      if (label == defaultAt)
        out_.line("default:");
      else
        out_.line("case {}:", label);
      if (random_.percent(25))
        continue;
      out_.open("");
      block(depth - 1, false);
      out_.close();
      if (random_.percent(60))
        out_.line("{};", inLoop && random_.percent(20) ? "continue" : "break");
    }
    out_.line(";");
    out_.close();
  }

  void forwardGoto(unsigned depth, bool inLoop) {
    const std::string label = program_.fresh("skip");
    out_.line("if ({})", condition());
    out_.line("  goto {};", label);
    out_.open("");
    block(depth - 1, inLoop);
    out_.close();
    out_.line("{}:;", label);
  }

  void backwardGoto(unsigned depth, bool inLoop) {
    const std::string label = program_.fresh("again");
    const std::string counter = program_.fresh("g");
    out_.line("int {} = 0;", counter);
    out_.line("{}:;", label);
    out_.open("");
    block(depth - 1, inLoop);
    out_.close();
    const unsigned rounds = random_.between(2, 4);
    out_.line("if (++{} < {} && {})", counter, rounds, condition());
    out_.line("  goto {};", label);
  }

  ProgramText &program_;
  Random &random_;
  Writer &out_;
  const Operands &variables_;
};

} // namespace

void controlFlow(ProgramText &program) {
  const Operands variables = declareVariables(program, program.random.between(3, 6));
  ControlFlow flow(program, variables);
  for (unsigned i = 0; i < 3; ++i) {
    flow.block(3, false);
    mixAll(program.body, variables);
  }
}

} // namespace heddle::differential
