// Random struct and union types: the offsets of members, the bytes of their values, and copies. Structs whose bytes are
// read are static, so their padding is zero, and they are only changed member by member or by memcpy: after an
// assignment padding has no defined value and is never read. A union has a member that covers all bytes, so all are
// copied.
#include "differential/integers.hpp"
#include "differential/kinds.hpp"

#include <algorithm>

namespace heddle::differential {

namespace {

/// A scalar somewhere inside a struct: ".a3_1[2].b3_4".
struct Leaf {
  std::string path;
  const IntegerType *integer; // null: a double or a float
};

struct Struct {
  std::string name; // "struct s3_0"
  std::vector<std::string> members;
  std::vector<Leaf> leaves;
};

class StructMaker {
public:
  explicit StructMaker(ProgramText &program) : program_(program), random_(program.random) {}

  Struct make(unsigned depth) {
    std::vector<Struct> parts;
    for (unsigned i = 0; i < depth; ++i)
      parts.push_back(make(depth - 1));
    Struct result{"struct " + program_.fresh("s"), {}, {}};
    Writer text;
    text.open("{}", result.name);
    for (unsigned i = random_.between(2, 5); i > 0; --i)
      addMember(result, parts, text);
    constexpr std::string_view attributes[] = {"", "", "", " __attribute__((packed))", " __attribute__((aligned(16)))"};
    text.close(fmt::format("{};", random_.pick(attributes)));
    program_.declarations.append(text.text());
    return result;
  }

private:
  void addMember(Struct &owner, std::vector<Struct> &parts, Writer &text) {
    const std::string name = program_.fresh("m");
    const unsigned count = random_.percent(25) ? random_.between(2, 3) : 0;
    const std::string suffix = count == 0 ? "" : fmt::format("[{}]", count);
    std::vector<Leaf> inside;
    if (!parts.empty() && random_.percent(40)) {
      const Struct &part = random_.pick(parts);
      text.line("{} {}{};", part.name, name, suffix);
      inside = part.leaves;
    } else if (random_.percent(20)) {
      text.line("{} {}{};", random_.percent(50) ? "double" : "float", name, suffix);
      inside = {{"", nullptr}};
    } else {
      const IntegerType &type = random_.pick(integerTypes);
      const bool aligned = random_.percent(10);
      text.line("{} {}{}{};", type.name, name, suffix, aligned ? " __attribute__((aligned(8)))" : "");
      inside = {{"", &type}};
    }
    owner.members.push_back(name);
    for (unsigned i = 0; i < (count == 0 ? 1 : count); ++i) {
      const std::string element = count == 0 ? "." + name : fmt::format(".{}[{}]", name, i);
      for (const Leaf &leaf : inside)
        owner.leaves.push_back({element + leaf.path, leaf.integer});
    }
  }

  ProgramText &program_;
  Random &random_;
};

void fill(ProgramText &program, const std::string &object, const Struct &type) {
  for (const Leaf &leaf : type.leaves) {
    if (leaf.integer != nullptr)
      program.body.line("{}{} = {};", object, leaf.path, constant(program.random, *leaf.integer));
    else
      program.body.line("{}{} = {} / 16.0;", object, leaf.path, program.random.below(10'000));
  }
}

void mixBytes(Writer &out, const std::string &object) {
  out.open("for (unsigned i = 0; i < sizeof {}; i++)", object);
  out.line("mix(((const unsigned char *)&{})[i]);", object);
  out.close();
}

void mixLeaves(Writer &out, const std::string &object, const Struct &type) {
  for (const Leaf &leaf : type.leaves) {
    if (leaf.integer != nullptr)
      mix(out, {object + leaf.path, leaf.integer});
    else
      out.line("mixDouble({}{});", object, leaf.path);
  }
}

} // namespace

void structLayout(ProgramText &program) {
  Random &random = program.random;
  const Struct type = StructMaker(program).make(random.between(1, 2));
  const std::string object = program.fresh("o");
  const std::string pointer = program.fresh("p");
  Writer &out = program.body;
  program.declarations.line("static {} {}[2];", type.name, object);

  out.line("mix(sizeof({}));", type.name);
  out.line("mix(_Alignof({}));", type.name);
  for (const std::string &member : type.members) {
    out.line("mix(offsetof({}, {}));", type.name, member);
    out.line("mix(sizeof((({} *)0)->{}));", type.name, member);
  }
  fill(program, object + "[1]", type);
  mixBytes(out, object);
  const std::string bytes = program.fresh("b");
  program.declarations.line("static {} {};", type.name, bytes);
  out.line("memset(&{}, {}, sizeof {});", bytes, random.below(256), bytes);
  if (random.percent(50))
    out.line("memcpy(&{}, &{}[1], sizeof {});", bytes, object, bytes);
  mixBytes(out, bytes);

  const std::string copy = program.fresh("c");
  out.line("{} {} = {}[1];", type.name, copy, object);
  out.line("{} *{} = &{}[0];", type.name, pointer, object);
  fill(program, fmt::format("(*{})", pointer), type);
  mixLeaves(out, copy, type);
  mixLeaves(out, object + "[0]", type);
  out.line("{} = *{};", copy, pointer);
  out.line("*{} = {}[1];", pointer, object);
  mixLeaves(out, copy, type);
  mixLeaves(out, fmt::format("{}[-1]", "(" + pointer + " + 1)"), type);
}

void bitFields(ProgramText &program) {
  Random &random = program.random;
  constexpr std::string_view bases[] = {"unsigned char", "signed char", "unsigned short", "short",
                                        "unsigned",      "int",         "unsigned long",  "long"};
  const std::string name = "struct " + program.fresh("b");
  const std::string object = program.fresh("o");
  // Fields of a packed struct that straddle each other's storage units make clang read them all as one
  // integer; Heddle has none wider than 128 bits.
  const bool packed = random.percent(25);
  unsigned room = packed ? 128 : 1024;
  Operands fields;
  Writer text;
  text.open("{}", name);
  for (unsigned i = random.between(3, 8); i > 0; --i) {
    const std::string_view base = random.pick(bases);
    if (random.percent(10)) {
      text.line("{} : 0;", base);
      continue;
    }
    const auto &type = *std::find_if(integerTypes.begin(), integerTypes.end(),
                                     [&](const IntegerType &candidate) { return candidate.name == base; });
    const std::string field = program.fresh("f");
    if (room < type.width)
      break;
    room -= type.width;
    if (random.percent(15)) {
      text.line("{} {};", base, field);
    } else if (random.percent(10)) {
      text.line("_Bool {} : 1;", field);
      fields.push_back({fmt::format("{}.{}", object, field), &integerTypes.front()});
      continue;
    } else {
      text.line("{} {} : {};", base, field, random.between(1, type.width));
    }
    fields.push_back({fmt::format("{}.{}", object, field), &type});
  }
  if (fields.empty()) {
    text.line("unsigned {} : 5;", "only");
    fields.push_back({object + ".only", &unsignedOf(intType())});
  }
  text.close(packed ? " __attribute__((packed));" : ";");
  program.declarations.append(text.text());
  program.declarations.line("static {} {};", name, object);

  // Fields are read through a cast to their declared type: C promotes narrow ones to int.
  Operands reads;
  for (const Expression &field : fields)
    reads.push_back({fmt::format("(({}){})", field.type->name, field.text), field.type});
  Writer &out = program.body;
  out.line("mix(sizeof({}));", name);
  for (unsigned i = random.between(6, 12); i > 0; --i) {
    const Expression &target = random.pick(fields);
    const Expression value = expression(random, reads, 2);
    constexpr std::string_view operators[] = {"=", "=", "=", "^=", "|=", "&="};
    if (random.percent(15) && target.type->width < 32)
      out.line("{}{};", target.text, random.percent(50) ? "++" : "--");
    else
      out.line("mix((unsigned long long)({} {} ({}){}));", target.text, random.pick(operators), target.type->name,
               value.text);
  }
  mixAll(out, reads);
  mixBytes(out, object);
}

void unions(ProgramText &program) {
  Random &random = program.random;
  const std::string name = "union " + program.fresh("u");
  const std::string object = program.fresh("o");
  Operands views;
  Writer text;
  text.open("{}", name);
  text.line("unsigned char bytes[24];");
  for (unsigned i = random.between(2, 5); i > 0; --i) {
    const std::string field = program.fresh("m");
    // A _Bool that was not written as a _Bool may have an invalid value.
    const IntegerType &type = integerTypes[1 + random.below(integerTypes.size() - 1)];
    const unsigned offset = random.below(3);
    const unsigned count = type.width == 128 ? 1 : random.between(1, 2);
    if (random.percent(30)) {
      text.line("struct {{ char before{0}[{1}]; {2} {0}; }} __attribute__((packed));", field, offset + 1, type.name);
      views.push_back({fmt::format("{}.{}", object, field), &type});
      continue;
    }
    text.line("{} {}[{}];", type.name, field, count);
    views.push_back({fmt::format("{}.{}[{}]", object, field, random.below(count)), &type});
  }
  if (random.percent(70))
    text.line("struct {{ char first; {} second; char third; }} padded;", random.percent(50) ? "long" : "int");
  text.line("float f;");
  text.line("double d;");
  text.close(";");
  program.declarations.append(text.text());
  program.declarations.line("static {} {};", name, object);
  const std::string pass = program.fresh("pass");
  program.declarations.line("static {0} {1}({0} u) {{ u.bytes[5] ^= 1; return u; }}", name, pass);
  const std::string copy = program.fresh("c");

  Writer &out = program.body;
  out.line("{} {} = {{0}};", name, copy);
  out.line("memset(&{}, 0, sizeof {});", copy, copy);
  out.line("mix(sizeof({}));", name);
  for (unsigned i = random.between(5, 10); i > 0; --i) {
    const unsigned way = random.below(10);
    if (way == 0)
      out.line("{}.f = {} / 8.0f;", object, random.below(100'000));
    else if (way == 1)
      out.line("{}.d = -{} / 32.0;", object, random.below(100'000));
    else if (way == 2)
      out.line("{}.bytes[{}] ^= 0x5a;", object, random.below(24));
    else
      assignment(random, out, views, 2);
    mix(out, random.pick(views));
    if (random.percent(30))
      out.line("mixDouble({}.{});", object, random.percent(50) ? "f" : "d");
  }
  mixBytes(out, object);
  const unsigned way = random.below(3);
  if (way == 0)
    out.line("{} = {};", copy, object);
  else if (way == 1)
    out.line("{} = {}({});", copy, pass, object);
  else
    out.line("memcpy(&{}, &{}, sizeof {});", copy, object, copy);
  out.open("for (unsigned i = 0; i < 24; i++)");
  out.line("mix({}.bytes[i]);", copy);
  out.close();
}

} // namespace heddle::differential
