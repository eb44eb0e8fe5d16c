// Expressions and operations as text, for the dumps of this folder.
#pragma once

#include "program/program.hpp"

#include <string>
#include <vector>

namespace heddle::program {

class Printer {
public:
  /// Without a program, constants that are addresses print as numbers.
  explicit Printer(const Cfa &cfa, const Program *program = nullptr) : cfa_(cfa), program_(program) {}

  /// From now on, registers with equal names (of two inlined copies of a function) are printed with a number.
  void distinguishRegisters();

  std::string registerName(RegisterId id) const;
  std::string expression(Expr e) const;
  std::string operation(const Operation &operation) const;

private:
  std::string address(Expr e, unsigned bytes) const;
  std::string cell(Bits pointer, std::uint64_t bytes) const;
  bool isStaticAddress(Expr e) const;
  std::string assignment(RegisterId target, const std::string &value) const;
  std::string details(const Access &access) const;

  const Cfa &cfa_;
  const Program *program_;
  std::vector<std::string> names_; // by register, when they are distinguished
};

const char *describe(Storage storage);
/// "int[4]", "struct node", or "" when not known.
std::string typeName(const TypeTable &types, TypeId type);

} // namespace heddle::program
