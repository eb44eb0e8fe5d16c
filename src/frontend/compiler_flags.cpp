// A table of options, of which the first that matches decides. What is not in the table is left to the caller.
//
// Ignored are options that tell the compiler how to optimise, what to warn of, where to write, and what to link. Among
// them are -O2 and -march=…, although they define macros: what is verified is the code that is compiled without them.
// An option that would make the program another one, and that has no counterpart here, is refused.
#include "frontend/compiler_flags.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string_view>

namespace heddle::frontend {

using support::Error;
using support::Expected;

namespace {

enum class FlagUse : std::uint8_t { Keep, Ignore, Refuse };

enum class FlagForm : std::uint8_t {
  Exact,    // the whole argument
  Joined,   // a text follows in the same argument: -std=c11
  Separate, // the operand is the next argument: -Xlinker x
  Either,   // the operand is the rest of the argument, or the next one: -Iinclude, -I include
};

struct KnownFlag {
  std::string_view name;
  FlagForm form = FlagForm::Exact;
  FlagUse use = FlagUse::Keep;
  FlagOperand operand = FlagOperand::None;
};

constexpr std::array knownFlags{
    KnownFlag{"-fopenmp", FlagForm::Exact, FlagUse::Refuse},
    KnownFlag{"-fopenmp=", FlagForm::Joined, FlagUse::Refuse},
    KnownFlag{"-mx32", FlagForm::Exact, FlagUse::Refuse},
    KnownFlag{"-m16", FlagForm::Exact, FlagUse::Refuse},

    KnownFlag{"-isystem", FlagForm::Either, FlagUse::Keep, FlagOperand::Path},
    KnownFlag{"-iquote", FlagForm::Either, FlagUse::Keep, FlagOperand::Path},
    KnownFlag{"-idirafter", FlagForm::Either, FlagUse::Keep, FlagOperand::Path},
    KnownFlag{"-isysroot", FlagForm::Either, FlagUse::Keep, FlagOperand::Path},
    KnownFlag{"--sysroot", FlagForm::Separate, FlagUse::Keep, FlagOperand::Path},
    KnownFlag{"--sysroot=", FlagForm::Joined, FlagUse::Keep},
    KnownFlag{"-include", FlagForm::Either, FlagUse::Keep, FlagOperand::HeaderPath},
    KnownFlag{"-imacros", FlagForm::Either, FlagUse::Keep, FlagOperand::HeaderPath},
    KnownFlag{"-I", FlagForm::Either, FlagUse::Keep, FlagOperand::Path},
    KnownFlag{"-D", FlagForm::Either, FlagUse::Keep, FlagOperand::Text},
    KnownFlag{"-U", FlagForm::Either, FlagUse::Keep, FlagOperand::Text},
    KnownFlag{"-std=", FlagForm::Joined},
    KnownFlag{"-ansi"},
    KnownFlag{"-m32"},
    KnownFlag{"-m64"},
    KnownFlag{"-nostdinc"},
    KnownFlag{"-undef"},
    KnownFlag{"-trigraphs"},
    KnownFlag{"-funsigned-char"},
    KnownFlag{"-fsigned-char"},
    KnownFlag{"-fno-unsigned-char"},
    KnownFlag{"-fno-signed-char"},
    KnownFlag{"-fgnu89-inline"},
    KnownFlag{"-fms-extensions"},
    KnownFlag{"-fshort-enums"},
    KnownFlag{"-fno-short-enums"},
    KnownFlag{"-fshort-wchar"},
    KnownFlag{"-fpack-struct"},
    KnownFlag{"-fpack-struct=", FlagForm::Joined},
    KnownFlag{"-fno-builtin"},
    KnownFlag{"-fno-builtin-", FlagForm::Joined},
    KnownFlag{"-ffreestanding"},
    KnownFlag{"-fcommon"},
    KnownFlag{"-fno-common"},

    KnownFlag{"-pthread", FlagForm::Exact, FlagUse::Ignore},
    KnownFlag{"-pipe", FlagForm::Exact, FlagUse::Ignore},
    KnownFlag{"-pie", FlagForm::Exact, FlagUse::Ignore},
    KnownFlag{"-no-pie", FlagForm::Exact, FlagUse::Ignore},
    KnownFlag{"-pg", FlagForm::Exact, FlagUse::Ignore},
    KnownFlag{"-pedantic", FlagForm::Exact, FlagUse::Ignore},
    KnownFlag{"-pedantic-errors", FlagForm::Exact, FlagUse::Ignore},
    KnownFlag{"-shared", FlagForm::Exact, FlagUse::Ignore},
    KnownFlag{"-static", FlagForm::Exact, FlagUse::Ignore},
    KnownFlag{"-static-pie", FlagForm::Exact, FlagUse::Ignore},
    KnownFlag{"-static-libgcc", FlagForm::Exact, FlagUse::Ignore},
    KnownFlag{"-rdynamic", FlagForm::Exact, FlagUse::Ignore},
    KnownFlag{"-nostdlib", FlagForm::Exact, FlagUse::Ignore},
    KnownFlag{"-nodefaultlibs", FlagForm::Exact, FlagUse::Ignore},
    KnownFlag{"-nostartfiles", FlagForm::Exact, FlagUse::Ignore},
    KnownFlag{"-save-temps", FlagForm::Exact, FlagUse::Ignore},
    KnownFlag{"-save-temps=", FlagForm::Joined, FlagUse::Ignore},
    KnownFlag{"--coverage", FlagForm::Exact, FlagUse::Ignore},
    KnownFlag{"-c", FlagForm::Exact, FlagUse::Ignore},
    KnownFlag{"-S", FlagForm::Exact, FlagUse::Ignore},
    KnownFlag{"-E", FlagForm::Exact, FlagUse::Ignore},
    KnownFlag{"-P", FlagForm::Exact, FlagUse::Ignore},
    KnownFlag{"-C", FlagForm::Exact, FlagUse::Ignore},
    KnownFlag{"-s", FlagForm::Exact, FlagUse::Ignore},
    KnownFlag{"-v", FlagForm::Exact, FlagUse::Ignore},
    KnownFlag{"-w", FlagForm::Exact, FlagUse::Ignore},
    KnownFlag{"-M", FlagForm::Exact, FlagUse::Ignore},
    KnownFlag{"-MM", FlagForm::Exact, FlagUse::Ignore},
    KnownFlag{"-MD", FlagForm::Exact, FlagUse::Ignore},
    KnownFlag{"-MMD", FlagForm::Exact, FlagUse::Ignore},
    KnownFlag{"-MP", FlagForm::Exact, FlagUse::Ignore},
    KnownFlag{"-MG", FlagForm::Exact, FlagUse::Ignore},
    KnownFlag{"-MF", FlagForm::Either, FlagUse::Ignore},
    KnownFlag{"-MT", FlagForm::Either, FlagUse::Ignore},
    KnownFlag{"-MQ", FlagForm::Either, FlagUse::Ignore},
    KnownFlag{"-MJ", FlagForm::Either, FlagUse::Ignore},
    KnownFlag{"-Xlinker", FlagForm::Separate, FlagUse::Ignore},
    KnownFlag{"-Xassembler", FlagForm::Separate, FlagUse::Ignore},
    KnownFlag{"-Xpreprocessor", FlagForm::Separate, FlagUse::Ignore},
    KnownFlag{"-Xclang", FlagForm::Separate, FlagUse::Ignore},
    KnownFlag{"-arch", FlagForm::Separate, FlagUse::Ignore},
    KnownFlag{"-target", FlagForm::Separate, FlagUse::Ignore},
    KnownFlag{"--target=", FlagForm::Joined, FlagUse::Ignore},
    KnownFlag{"--param", FlagForm::Separate, FlagUse::Ignore},
    KnownFlag{"--param=", FlagForm::Joined, FlagUse::Ignore},
    KnownFlag{"-dumpbase", FlagForm::Separate, FlagUse::Ignore},
    KnownFlag{"-dumpdir", FlagForm::Separate, FlagUse::Ignore},
    KnownFlag{"-aux-info", FlagForm::Separate, FlagUse::Ignore},
    KnownFlag{"-x", FlagForm::Either, FlagUse::Ignore},
    KnownFlag{"-o", FlagForm::Either, FlagUse::Ignore},
    KnownFlag{"-l", FlagForm::Either, FlagUse::Ignore},
    KnownFlag{"-L", FlagForm::Either, FlagUse::Ignore},
    KnownFlag{"-T", FlagForm::Either, FlagUse::Ignore},
    KnownFlag{"-z", FlagForm::Separate, FlagUse::Ignore},
    KnownFlag{"-g", FlagForm::Joined, FlagUse::Ignore},
    KnownFlag{"-O", FlagForm::Joined, FlagUse::Ignore},
    KnownFlag{"-W", FlagForm::Joined, FlagUse::Ignore},
    KnownFlag{"-f", FlagForm::Joined, FlagUse::Ignore},
    KnownFlag{"-m", FlagForm::Joined, FlagUse::Ignore},
};

const KnownFlag *flagOf(std::string_view argument) {
  const auto *flag = std::ranges::find_if(knownFlags, [&](const KnownFlag &candidate) {
    const bool isWhole = candidate.form == FlagForm::Exact || candidate.form == FlagForm::Separate;
    return isWhole ? argument == candidate.name : argument.starts_with(candidate.name);
  });
  return flag == knownFlags.end() ? nullptr : flag;
}

Error refusal(const std::string &argument) {
  if (argument.starts_with("-fopenmp"))
    return {fmt::format("{}: Heddle does not follow the threads of OpenMP; without this option, it verifies the "
                        "sequential program",
                        argument)};
  return {fmt::format("{}: there is no such data model here; there are -m64 (LP64) and -m32 (ILP32)", argument)};
}

/// -Wp,-DNAME=1,-MD,file: the options of the preprocessor, of which -D, -U and -I have no operand of their own here.
std::vector<KeptFlag> preprocessorFlags(std::string_view list) {
  std::vector<KeptFlag> kept;
  while (!list.empty()) {
    const std::string_view word = list.substr(0, list.find(','));
    list.remove_prefix(std::min(list.size(), word.size() + 1));
    if (word.size() > 2 && (word.starts_with("-D") || word.starts_with("-U") || word.starts_with("-I")))
      kept.push_back({std::string(word.substr(0, 2)), word[1] == 'I' ? FlagOperand::Path : FlagOperand::Text,
                      std::string(word.substr(2))});
  }
  return kept;
}

} // namespace

Expected<SeparatedFlags> separateFlags(std::span<const std::string> arguments) {
  SeparatedFlags result;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string &argument = arguments[i];
    const KnownFlag *flag = flagOf(argument);
    if (flag == nullptr) {
      result.others.push_back(argument);
      continue;
    }
    if (flag->use == FlagUse::Refuse)
      return refusal(argument);
    constexpr std::string_view toPreprocessor = "-Wp,";
    if (argument.starts_with(toPreprocessor)) {
      std::ranges::move(preprocessorFlags(std::string_view(argument).substr(toPreprocessor.size())),
                        std::back_inserter(result.kept));
      continue;
    }
    const bool isApart = flag->form == FlagForm::Separate || (flag->form == FlagForm::Either && argument == flag->name);
    if (isApart && i + 1 == arguments.size())
      return Error{fmt::format("{} needs a value", flag->name)};
    const std::string value = isApart                          ? arguments[i + 1]
                              : flag->form == FlagForm::Either ? argument.substr(flag->name.size())
                                                               : std::string();
    if (flag->use == FlagUse::Ignore) {
      result.ignored.push_back(isApart ? fmt::format("{} {}", argument, value) : argument);
    } else if (flag->operand == FlagOperand::None) {
      result.kept.push_back({argument});
    } else {
      result.kept.push_back({std::string(flag->name), flag->operand, value});
    }
    i += isApart ? 1 : 0;
  }
  return result;
}

std::vector<std::string> asArguments(const std::vector<KeptFlag> &flags) {
  std::vector<std::string> arguments;
  for (const KeptFlag &flag : flags) {
    const bool isShort = flag.name.size() == 2 && !flag.value.empty(); // -DNAME=1
    arguments.push_back(isShort ? flag.name + flag.value : flag.name);
    if (flag.operand != FlagOperand::None && !isShort)
      arguments.push_back(flag.value);
  }
  return arguments;
}

} // namespace heddle::frontend
