// Tokens and expressions of concurrent Boolean programs, the lower layer of the program parser.
#pragma once

#include "coverability/boolean_program.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace heddle::coverability {

/// Keeps the first error and accepts no token afterwards, so callers need not check for errors after every token.
class ExpressionReader {
public:
  ExpressionReader(BooleanProgram &program, std::string_view text, const std::string &path)
      : program_(program), scanner_(text, path, "//") {}

protected:
  /// Counts the nesting of statements and parentheses; too deep a nesting is an error, because the parser recurses.
  class Nesting {
  public:
    explicit Nesting(ExpressionReader &reader);
    Nesting(const Nesting &) = delete;
    Nesting &operator=(const Nesting &) = delete;
    ~Nesting() { --reader_.nesting_; }

  private:
    ExpressionReader &reader_;
  };

  void fail(std::string_view message) { failAt(scanner_, message); }
  void failAt(const Scanner &place, std::string_view message) { failWith(place.error(message)); }
  void failWith(support::Error error);

  bool atEnd() { return skipped().atEnd(); }
  bool accept(std::string_view token);
  void expect(std::string_view token);
  bool peekWord(std::string_view word) { return Scanner(skipped()).word() == word; }
  bool acceptWord(std::string_view word);
  std::string name(const char *what);
  std::string label();
  std::int64_t constant();
  Scanner &skipped();

  /// Among the variables of the program and of the procedure that is being read.
  std::optional<std::uint32_t> findVariable(std::string_view wanted) const;
  std::optional<std::uint32_t> findProcedure(std::string_view wanted) const;
  std::optional<std::uint32_t> findCondition(std::string_view wanted) const;

  ExpressionIndex expression();
  ExpressionIndex add(Expression::Kind kind, std::int64_t value, ExpressionIndex left = 0, ExpressionIndex right = 0);

  BooleanProgram &program_;
  Scanner scanner_;
  std::optional<support::Error> error_;
  bool onlyShared_ = false;     // local variables are an error
  std::uint32_t procedure_ = 0; // whose variables are visible, counted from 1; 0: none

private:
  ExpressionIndex conjunction();
  ExpressionIndex comparison();
  ExpressionIndex compare(Expression::Kind kind, ExpressionIndex left, ExpressionIndex right);
  void setType(Expression &expression) const;
  void chooseFrom(ExpressionIndex side, std::int64_t least, std::int64_t most);
  ExpressionIndex sum();
  ExpressionIndex product();
  ExpressionIndex primary();

  int nesting_ = 0;
};

} // namespace heddle::coverability
