// Declarations of concurrent Boolean programs: variables, condition variables, and the heads of procedures. The body of
// a procedure is not read here; it is read once for each call.
#pragma once

#include "coverability/expression_reader.hpp"

#include <vector>

namespace heddle::coverability {

class DeclarationReader : protected ExpressionReader {
public:
  using ExpressionReader::ExpressionReader;

protected:
  /// Reads all declarations and procedures.
  void declarations();

  /// For each procedure: its statements, up to the closing brace.
  std::vector<Scanner> bodies_;

private:
  bool declaration();
  void conditions();
  void variables(bool shared);
  void procedure();
  void parameters(std::vector<std::uint32_t> &declared);
  std::string newName(const char *what);
  Variable typedName(const char *what);
  void initialValues(Variable &declared);
  void skipBody();
};

} // namespace heddle::coverability
