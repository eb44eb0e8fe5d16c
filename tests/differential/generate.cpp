// One file of random programs. The programs are functions that share only the checksum, so each result is compared
// separately. Several programs in one file save the time to start the compiler.
#include "differential/generate.hpp"

#include "differential/kinds.hpp"

#include <array>

namespace heddle::differential {

namespace {

struct Kind {
  std::string_view name;
  void (*emit)(ProgramText &);
};

constexpr std::array<Kind, 8> kinds{{
    {"arithmetic", arithmetic},
    {"struct layout", structLayout},
    {"control flow", controlFlow},
    {"bit-fields", bitFields},
    {"arrays", arrays},
    {"floating point", floatingPoint},
    {"unions", unions},
    {"calls", calls},
}};

} // namespace

std::string generate(std::uint64_t seed, unsigned count) {
  Random random(seed);
  Writer file;
  Writer main;
  file.line("// Generated from seed {}.", seed);
  file.line("#include \"checksum.h\"");
  main.open("int main(void)");
  for (unsigned index = 0; index < count; ++index) {
    const Kind &kind = kinds[index % kinds.size()];
    ProgramText program{random, index, {}, {}};
    program.body.indent();
    kind.emit(program);
    file.line("\n// program {}: {}", index, kind.name);
    file.append(program.declarations.text());
    file.line("static void program{}(void) {{", index);
    file.append(program.body.text());
    file.line("}}");
    main.line("compare({0}, program{0});", index);
  }
  main.line("return finish();");
  main.close();
  file.line("");
  file.append(main.text());
  return file.text();
}

} // namespace heddle::differential
