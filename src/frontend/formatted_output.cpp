#include "frontend/formatted_output.hpp"

#include "frontend/format.hpp"
#include "frontend/inliner.hpp"
#include "frontend/variable_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdio>

namespace heddle::frontend {

using namespace program;

namespace {

/// The flags of a conversion as src/runtime/formatting.c expects them.
enum : unsigned { LeftAligned = 1, ShowsPlus = 2, ShowsSpace = 4, Alternative = 8, ZeroPadded = 16, Capitals = 32 };

bool isOneOf(char specifier, std::string_view set) { return set.find(specifier) != std::string_view::npos; }

class FormattedOutput {
public:
  /// The arguments are those of the call, or in a va_list.
  FormattedOutput(Activation &activation, Expr list)
      : activation_(activation), emitter_(activation.emitter), pool_(activation.emitter.pool()),
        list_(list != nullptr ? activation.emitter.materialise(list, "%list") : nullptr) {}

  /// Without a target, the arguments are only read.
  struct Target {
    Expr text;
    Expr size;
  };

  /// The length of the output, if there is a target.
  Expr lower(Expr format, std::optional<Target> target) {
    const std::optional<std::string> literal = constantString(format);
    if (!literal)
      return withoutLiteral(format, target);
    const support::Expected<std::vector<FormatPart>> parts = parseFormat(*literal);
    if (!parts)
      return unsupported(parts.error().message);
    // What `%n` stores is the length of what has been printed so far.
    const bool counts =
        std::ranges::any_of(*parts, [](const FormatPart &p) { return p.conversion && p.conversion->specifier == 'n'; });
    if (counts && !target)
      target = {emitter_.pointerConstant(0), emitter_.pointerConstant(0)};
    target_ = target;
    position_ = emitter_.pointerConstant(0);
    for (const FormatPart &part : *parts) {
      print(part.text);
      if (part.conversion)
        print(*part.conversion);
      if (emitter_.isUnreachable())
        return position_;
    }
    if (target_)
      call("__heddle_put_end", {target_->text, target_->size, position_}, 0);
    return position_;
  }

private:
  Expr unsupported(const std::string &what) {
    emitter_.unsupported(what);
    return emitter_.pointerConstant(0);
  }

  std::optional<std::string> constantString(Expr pointer) {
    return pointer->isConstant() ? activation_.module.objects.constantString(pointer->value) : std::nullopt;
  }

  Expr withoutLiteral(Expr format, const std::optional<Target> &target) {
    const Expr none = emitter_.pointerConstant(0);
    if (list_ != nullptr)
      return call("__heddle_put_by_format",
                  {target ? target->text : none, target ? target->size : none, format, list_, integer(target ? 1 : 0)});
    const bool passesPointers = std::ranges::any_of(activation_.variableArguments, [&](const Lowered &argument) {
      return std::ranges::any_of(argument, [&](Expr e) { return e->width == emitter_.pointerWidth(); });
    });
    if (target || passesPointers)
      return unsupported("a format that is not a string literal");
    call("__heddle_read_text", {format, integer(-1)}, 0);
    return emitter_.pointerConstant(0);
  }

  void print(const std::string &text) {
    if (!target_)
      return;
    for (const char c : text)
      position_ = call("__heddle_put",
                       {target_->text, target_->size, position_, emitter_.constant(static_cast<unsigned char>(c), 8)});
  }

  void print(const Conversion &conversion) {
    const Expr width = number(conversion.width, 0);
    const Expr precision = number(conversion.precision, -1);
    const std::optional<Expr> argument = nextArgument(kindOf(conversion));
    if (!width || !precision || !argument) {
      emitter_.emit(
          Check{pool_.boolean(false), Property::DefinedBehaviour, "a format with more conversions than arguments"});
      emitter_.setUnreachable();
      return;
    }
    const bool isWide = conversion.length == ArgumentLength::Long;
    const char specifier = conversion.specifier;
    if (specifier == 's' && !isWide)
      printString(conversion, *argument, width, precision);
    else if (isOneOf(specifier, "sS"))
      printWideString(*argument, precision);
    else if (specifier == 'n')
      emitter_.store(*argument, pool_.resize(position_, widthOf(conversion.length)), emitter_.plainAccess());
    else if (!target_)
      return;
    else if (isOneOf(specifier, "diuoxX") && conversion.length != ArgumentLength::LongDouble)
      printInteger(conversion, *argument, width, precision);
    else if (specifier == 'c' && !isWide)
      put("__heddle_put_byte", {pool_.resize(*argument, 32), width, flags(conversion)});
    else if (const std::optional<std::string> text = constantText(conversion, *argument, width, precision))
      print(*text);
    else
      unsupported(fmt::format("the conversion `%{}` in formatted output to memory", specifier));
  }

  /// The text of a floating-point number that is known, and of a null pointer.
  static std::optional<std::string> constantText(const Conversion &conversion, Expr argument, Expr width,
                                                 Expr precision) {
    if (!argument->isConstant() || !width->isConstant() || !precision->isConstant())
      return std::nullopt;
    std::string format = "%";
    const auto add = [&](bool isSet, char flag) { format += isSet ? std::string(1, flag) : std::string(); };
    add(conversion.leftAligned, '-');
    add(conversion.showsPlus, '+');
    add(conversion.showsSpace, ' ');
    add(conversion.alternative, '#');
    add(conversion.zeroPadded, '0');
    const auto integer = [](Expr number) { return static_cast<int>(static_cast<std::uint32_t>(number->value)); };
    if (conversion.specifier == 'p' && argument->value == 0 && integer(width) == 0)
      return "(nil)";
    if (!isOneOf(conversion.specifier, "aAeEfFgG") || argument->width != 64)
      return std::nullopt;
    format += "*.*";
    format += conversion.specifier;
    const auto number = std::bit_cast<double>(static_cast<std::uint64_t>(argument->value));
    const int length = std::snprintf(nullptr, 0, format.c_str(), integer(width), integer(precision), number);
    std::string text(static_cast<std::size_t>(length) + 1, '\0');
    std::snprintf(text.data(), text.size(), format.c_str(), integer(width), integer(precision), number);
    text.pop_back();
    return text;
  }

  /// A literal that is printed to a stream needs no reading.
  void printString(const Conversion &conversion, Expr string, Expr width, Expr precision) {
    if (target_)
      put("__heddle_put_text", {string, precision, width, flags(conversion)});
    else if (!constantString(string))
      call("__heddle_read_text", {string, precision}, 0);
  }

  void printWideString(Expr string, Expr precision) {
    if (target_)
      unsupported("a wide string in formatted output to memory");
    else
      call("__heddle_read_wide_text", {string, precision}, 0);
  }

  void printInteger(const Conversion &conversion, Expr argument, Expr width, Expr precision) {
    const char specifier = conversion.specifier;
    const Expr value = pool_.resize(argument, widthOf(conversion.length));
    if (isOneOf(specifier, "di")) {
      put("__heddle_put_signed", {pool_.sext(value, 64), width, precision, flags(conversion)});
      return;
    }
    const int base = specifier == 'u' ? 10 : specifier == 'o' ? 8 : 16;
    put("__heddle_put_unsigned", {pool_.zext(value, 64), integer(base), width, precision, flags(conversion)});
  }

  /// Appends to the output.
  void put(const char *function, std::vector<Expr> arguments) {
    arguments.insert(arguments.begin(), {target_->text, target_->size, position_});
    position_ = call(function, arguments);
  }

  struct ArgumentKind {
    unsigned width;
    ArgumentAlignment alignment = ArgumentAlignment::Word;
  };

  /// What a conversion takes, as it is passed.
  ArgumentKind kindOf(const Conversion &conversion) const {
    if (isOneOf(conversion.specifier, "aAeEfFgG"))
      return conversion.length == ArgumentLength::LongDouble ? ArgumentKind{80, ArgumentAlignment::Large}
                                                             : ArgumentKind{64};
    if (isOneOf(conversion.specifier, "sSpn"))
      return {emitter_.pointerWidth()};
    return {std::max(32U, widthOf(conversion.length))};
  }

  /// The next argument, as a pointer or integer; none if there are too few.
  std::optional<Expr> nextArgument(const ArgumentKind &kind) {
    if (list_ != nullptr)
      return takeArgument(emitter_, list_, kind.width, kind.alignment);
    const auto &arguments = activation_.variableArguments;
    if (used_ == arguments.size() || arguments[used_].empty())
      return std::nullopt;
    return emitter_.materialise(arguments[used_++].front(), "%printed");
  }

  Expr number(const FormatNumber &number, int otherwise) {
    if (std::holds_alternative<std::monostate>(number))
      return integer(otherwise);
    if (const int *constant = std::get_if<int>(&number))
      return integer(*constant);
    const std::optional<Expr> argument = nextArgument({32});
    return argument ? pool_.resize(*argument, 32) : nullptr;
  }

  Expr integer(int value) const { return emitter_.constant(static_cast<std::uint32_t>(value), 32); }

  unsigned widthOf(ArgumentLength length) const {
    switch (length) {
    case ArgumentLength::Char:
      return 8;
    case ArgumentLength::Short:
      return 16;
    case ArgumentLength::Long:
      return emitter_.pointerWidth();
    case ArgumentLength::LongLong:
      return 64;
    case ArgumentLength::Default:
    case ArgumentLength::LongDouble:
      break;
    }
    return 32;
  }

  Expr flags(const Conversion &conversion) const {
    const auto flag = [](bool isSet, unsigned bit) { return isSet ? bit : 0U; };
    return integer(
        static_cast<int>(flag(conversion.leftAligned, LeftAligned) | flag(conversion.showsPlus, ShowsPlus) |
                         flag(conversion.showsSpace, ShowsSpace) | flag(conversion.alternative, Alternative) |
                         flag(conversion.zeroPadded, ZeroPadded) | flag(conversion.specifier == 'X', Capitals)));
  }

  /// Inlines a function of the models. `resultWidth` 0: it has no result.
  Expr call(const char *name, const std::vector<Expr> &arguments, unsigned resultWidth) {
    if (emitter_.isUnreachable())
      return emitter_.pointerConstant(0);
    const llvm::Function *function = activation_.module.definition(name);
    assert(function && "the model of the calling function keeps it");
    std::vector<Lowered> lowered;
    for (const Expr argument : arguments)
      lowered.push_back(Lowered{argument});
    if (resultWidth == 0) {
      activation_.inliner.callAndContinue(*function, lowered);
      return emitter_.pointerConstant(0);
    }
    const RegisterId result = emitter_.newRegister("%length", resultWidth);
    emitter_.continueAt(activation_.inliner.inlineBody(*function, lowered, {result, true}));
    return emitter_.reg(result);
  }
  Expr call(const char *name, const std::vector<Expr> &arguments) {
    return call(name, arguments, emitter_.pointerWidth());
  }

  Activation &activation_;
  Emitter &emitter_;
  ExprPool &pool_;
  Expr list_;
  std::size_t used_ = 0; // arguments
  std::optional<Target> target_;
  Expr position_ = nullptr; // how much has been printed so far
};

} // namespace

void lowerPrint(Activation &activation, Expr format, Expr list) {
  FormattedOutput(activation, list).lower(format, std::nullopt);
}

Expr lowerFormat(Activation &activation, Expr text, Expr size, Expr format, Expr list) {
  return FormattedOutput(activation, list).lower(format, FormattedOutput::Target{text, size});
}

} // namespace heddle::frontend
