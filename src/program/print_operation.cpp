// Operations as text: `x := y + 1`, `t := load counter (32 bits, seq_cst)`, `store [p + 8] := 0 (32 bits)`.
//
// A memory operand that is one cell of a static object is printed by the cell's name, any other address in
// brackets. Accesses that are not visible are marked `local`.
#include "program/print.hpp"

namespace heddle::program {

const char *describe(Storage storage) {
  switch (storage) {
  case Storage::Heap:
    return "heap";
  case Storage::Stack:
    return "stack";
  case Storage::ThreadLocal:
    return "thread-local";
  }
  return "";
}

namespace {

const char *describe(HaltReason reason) {
  switch (reason) {
  case HaltReason::Unsupported:
    return "unsupported";
  case HaltReason::RecursionBound:
    return "recursion bound";
  case HaltReason::Resource:
    return "resource";
  }
  return "";
}

std::string parenthesised(const std::string &text) { return text.empty() ? "" : " (" + text + ")"; }

} // namespace

std::string Printer::address(Expr e, unsigned bytes) const {
  return isStaticAddress(e) ? cell(e->value, bytes) : "[" + expression(e) + "]";
}

std::string Printer::assignment(RegisterId target, const std::string &value) const {
  return target == noRegister ? value : registerName(target) + " := " + value;
}

std::string Printer::details(const Access &access) const {
  std::string text;
  const auto add = [&text](std::string_view word) { (text += text.empty() ? "" : ", ") += word; };
  if (isAtomic(access.order))
    add(name(access.order));
  if (!access.shared)
    add("local");
  if (access.copy)
    add("copy");
  if (access.isVolatile)
    add("volatile");
  return text;
}

std::string Printer::operation(const Operation &operation) const {
  struct Text {
    const Printer &printer;

    static std::string sized(unsigned bits, const std::string &rest) {
      return " (" + std::to_string(bits) + " bits" + (rest.empty() ? "" : ", " + rest) + ")";
    }

    std::string operator()(const Assign &op) const {
      return printer.assignment(op.target, printer.expression(op.value));
    }
    std::string operator()(const Havoc &op) const {
      const char *kind = op.kind == InputKind::Nondet          ? "input"
                         : isOfUnknownFunction(op.kind)        ? "unknown function"
                         : op.kind == InputKind::Uninitialised ? "uninitialised"
                                                               : "choice";
      return printer.assignment(op.target, kind + (op.name.empty() ? "" : " " + op.name) + " in [" +
                                               support::toDecimal(op.low) + ", " + support::toDecimal(op.high) + "]");
    }
    std::string operator()(const Load &op) const {
      return printer.assignment(op.target, "load " + printer.address(op.address, op.width / 8u)) +
             sized(op.width, printer.details(op.access));
    }
    std::string operator()(const Store &op) const {
      return "store " + printer.address(op.address, op.value->width / 8u) + " := " + printer.expression(op.value) +
             sized(op.value->width, printer.details(op.access));
    }
    std::string operator()(const Fence &op) const { return "fence " + std::string(name(op.order)); }
    std::string operator()(const AtomicBegin &) const { return "atomic begin"; }
    std::string operator()(const Guard &op) const { return "guard " + printer.expression(op.condition); }
    std::string operator()(const Assume &op) const { return "assume " + printer.expression(op.condition); }
    std::string operator()(const Check &op) const {
      return "check " + printer.expression(op.condition) + " (" + std::string(name(op.property)) +
             (op.after == AfterFailure::Continue ? ", continues" : "") + "): " + op.message;
    }
    std::string operator()(const Allocate &op) const {
      return printer.assignment(op.target, std::string("allocate ") + (op.zeroed ? "zeroed " : "") +
                                               describe(op.storage) + " object of " + printer.expression(op.size) +
                                               " bytes (S" + std::to_string(op.site) + ")");
    }
    std::string operator()(const Free &op) const {
      const char *verb = op.storage == Storage::Heap ? "free " : "end of life ";
      return verb + printer.address(op.address, 0) + parenthesised(printer.details(op.access));
    }
    std::string operator()(const ObjectSize &op) const {
      return printer.assignment(op.target, "size of " + printer.address(op.address, 0));
    }
    std::string operator()(const Spawn &op) const {
      const bool named = printer.program_ != nullptr && op.cfa < printer.program_->cfas.size();
      const std::string function = named ? printer.program_->cfas[op.cfa].name : "cfa " + std::to_string(op.cfa);
      return printer.assignment(op.target, "spawn " + function + "(" + printer.expression(op.argument) + ")");
    }
    std::string operator()(const Join &op) const {
      return printer.assignment(op.target, "join " + printer.expression(op.thread));
    }
    std::string operator()(const Detach &op) const { return "detach " + printer.expression(op.thread); }
    std::string operator()(const EndThread &op) const { return "end thread " + printer.expression(op.result); }
    std::string operator()(const EndProgram &op) const { return op.aborted ? "abort program" : "end program"; }
    std::string operator()(const Halt &op) const {
      return std::string("halt, ") + describe(op.reason) + ": " + op.message;
    }
    std::string operator()(const Sync &op) const {
      return "sync " + std::string(name(op.kind)) + " " + printer.address(op.object, 0);
    }
  };
  return std::visit(Text{*this}, operation);
}

std::string toText(const Operation &operation, const Cfa &cfa, const Program &program) {
  return Printer(cfa, &program).operation(operation);
}

} // namespace heddle::program
