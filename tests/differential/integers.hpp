// Integer types of C and random expressions over them, free of undefined behaviour whatever the values.
#pragma once

#include "differential/writer.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace heddle::differential {

struct IntegerType {
  std::string_view name;
  unsigned width;
  bool isSigned;
  unsigned rank; // of C's conversion rules

  bool operator==(const IntegerType &) const = default;
};

extern const std::vector<IntegerType> integerTypes;
const IntegerType &intType();
const IntegerType &unsignedOf(const IntegerType &type);
const IntegerType &promoted(const IntegerType &type);
/// The type in which C computes `a + b`.
const IntegerType &common(const IntegerType &a, const IntegerType &b);

/// An expression without side effects, in parentheses where needed, with the type that C gives it.
struct Expression {
  std::string text;
  const IntegerType *type;
};

/// A constant expression of that type, often a boundary value.
std::string constant(Random &random, const IntegerType &type);

/// The integer lvalues that an expression may read: variables, `s.f`, `a[i]`.
using Operands = std::vector<Expression>;

Expression expression(Random &random, const Operands &operands, unsigned depth);

/// Declares `count` variables of random types with random initial values, some of them volatile globals.
/// All of them can be assigned to.
Operands declareVariables(ProgramText &program, unsigned count);

/// A statement that changes one of the variables.
void assignment(Random &random, Writer &out, const Operands &variables, unsigned depth);

/// Adds the value to the checksum.
void mix(Writer &out, const Expression &value);
void mixAll(Writer &out, const Operands &values);

} // namespace heddle::differential
