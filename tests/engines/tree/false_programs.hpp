// Programs that violate their property: every proof of one of them is wrong.
#pragma once

#include "engines/campaign.hpp"
#include "engines/random_c_program.hpp"
#include "engines/tree/search.hpp"
#include "frontend/task.hpp"
#include "random_programs.hpp"
#include "source_directory.hpp"

#include <filesystem>

namespace heddle::testing {

struct FalseProgram {
  std::string name;
  Program program;
  bool isWritten = false;
};

/// Each is proved by some mutant, for the reason that its name states.
inline std::vector<std::pair<std::string, std::string>> wronglyProvedPrograms() {
  return {
      {"an endless local loop delays another thread", R"(
int x;
void *fail(void *arg) { check(x == 1); return 0; }
int main(void) {
  start(fail, 0);
  unsigned n = __VERIFIER_nondet_int();
  while (1) n = n * 3 + 1;
}
)"},
      {"a thread is stopped after a store", R"(
int x;
void *writer(void *arg) { x = 1; __VERIFIER_assume(0); return 0; }
int main(void) { start(writer, 0); check(x == 0); return 0; }
)"},
      {"a step that waits is enabled by an unlock", R"(
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int y, seen;
void *first(void *arg) { pthread_mutex_lock(&m); seen = y; pthread_mutex_unlock(&m); return 0; }
void *second(void *arg) { pthread_mutex_lock(&m); y = 1; pthread_mutex_unlock(&m); check(seen == 0); return 0; }
int main(void) { start(first, 0); start(second, 0); pthread_exit(0); }
)"},
      {"a flag enables a lower thread", R"(
_Atomic int flag; int x;
void *waits(void *arg) { while (!flag) ; x = 1; return 0; }
void *sets(void *arg) { flag = 1; check(x == 0); return 0; }
int main(void) { start(waits, 0); start(sets, 0); pthread_exit(0); }
)"},
      {"a persistent set becomes invalid after a refinement", R"(
int y, z;
void *thread(void *arg) {
  __VERIFIER_atomic_begin();
  y = 1;
  z = 1;
  __VERIFIER_atomic_end();
  check(y == 1);
  return 0;
}
int main(void) { start(thread, 0); y = 2; z = 2; pthread_exit(0); }
)"},
      {"loops delay a thread", R"(
int n, bad;
void *spin(void *arg) { while (1) n = 1 - n; }
void *fail(void *arg) { bad = 1; check(bad == 0); return 0; }
int main(void) { start(spin, 0); start(spin, 0); join(start(fail, 0)); return 0; }
)"},
      {"a predicate over two variables", R"(
sem_t gate;
unsigned flag, turn;
void *wait(void *arg) { sem_wait(&gate); return 0; }
void *look(void *arg) { turn = turn + 1; check(flag); return 0; }
int main(void) {
  unsigned c = __VERIFIER_nondet_bool();
  sem_init(&gate, 0, c);
  flag = c;
  start(wait, 0);
  start(wait, 0);
  start(look, 0);
  start(look, 0);
  join(start(look, 0));
  return 0;
}
)"},
  };
}

inline std::vector<std::pair<std::string, std::string>> wronglyProvedMemory() {
  return {
      {"the id of a freed object is reused", R"(
int y;
void *other(void *arg) { y = 2; return 0; }
int main(void) {
  start(other, 0);
  int *first = 0;
  for (int i = 0; i < 2; i++) {
    int *q = malloc(4);
    y = i;
    if (i == 0) { first = q; free(q); }
    y = i + 4;
  }
  return *first;
}
)"},
  };
}

/// Wrongly proved if the ends of stacks are ignored. The front end frees locals before a thread ends, so that nothing
/// is left of the stack then; these programs are for models that rely on the end of the thread instead.
inline std::vector<std::pair<std::string, std::string>> wronglyProvedStacks() {
  return {
      {"a join ends the stack that another thread reads", R"(
int *shown, y, z;
pthread_t t;
void *reader(void *arg) { int *p = shown; y = 3; if (p) { y = *p; z = 7; } z = 8; return 0; }
void *owner(void *arg) { int own = 3; shown = &own; own = 4; z = 1; pthread_exit(0); }
void *joiner(void *arg) { join(t); z = 5; return 0; }
int main(void) {
  pthread_t first = start(reader, 0);
  t = start(owner, 0);
  pthread_t last = start(joiner, 0);
  join(first);
  join(last);
  return 0;
}
)"},
      {"the end of a detached thread ends its stack", R"(
int *shown, y, z;
void *reader(void *arg) { int *p = shown; y = 3; if (p) { y = *p; z = 7; } z = 8; return 0; }
void *owner(void *arg) { int own = 3; shown = &own; z = 1; pthread_exit(0); }
int main(void) {
  pthread_t t = start(reader, 0);
  pthread_detach(start(owner, 0));
  y = 1;
  join(t);
  return 0;
}
)"},
  };
}

inline Program withoutFreesOfLocals(Program program) {
  for (program::Cfa &cfa : program.cfas)
    for (program::Action &action : cfa.actions)
      std::erase_if(action.instructions, [](const program::Instruction &instruction) {
        const auto *free = std::get_if<program::Free>(&instruction.operation);
        return free != nullptr && free->storage == program::Storage::Stack;
      });
  return program;
}

/// The programs of tests/programs, below that folder and with one of these beginnings of their names, whose expected
/// verdict is false.
inline std::vector<FalseProgram> falseTasks(const std::string &folder, const std::vector<std::string> &beginnings) {
  std::vector<FalseProgram> result;
  std::vector<std::string> files;
  for (const auto &entry : std::filesystem::recursive_directory_iterator(HEDDLE_SOURCE_DIR "/tests/programs/" + folder))
    if (entry.path().extension() == ".yml" &&
        std::any_of(beginnings.begin(), beginnings.end(), [&](const std::string &beginning) {
          return entry.path().filename().string().starts_with(beginning);
        }))
      files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  for (const std::string &file : files) {
    const auto task = frontend::parseTask(file);
    if (!task)
      continue;
    for (const frontend::TaskProperty &property : task->properties) {
      const auto spec = frontend::parsePropertyFile(property.file);
      if (property.expectedVerdict != std::optional(false) || !spec ||
          !((spec->properties - engines::tree::unsupported) == spec->properties))
        continue;
      frontend::Options options;
      options.files = task->inputFiles;
      options.properties = spec->properties;
      options.dataModel = task->dataModel;
      support::Expected<Program> program = frontend::load(options);
      if (!program)
        continue;
      transform::prepare(*program);
      result.push_back({std::filesystem::path(file).filename().string(), std::move(*program), true});
    }
  }
  return result;
}

/// Random programs of which engine explore says that they violate the property.
inline std::vector<FalseProgram> falseRandomPrograms(PropertySet properties, const RandomProgramOptions &options,
                                                     std::uint64_t seeds) {
  std::vector<FalseProgram> result;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    Program program = RandomProgram(seed, properties, options).make();
    if (ask(engines::explore::run, program, {}).verdict() == Verdict::False)
      result.push_back({"random program " + std::to_string(seed), std::move(program)});
  }
  return result;
}

inline std::vector<FalseProgram> falseRandomC(PropertySet properties, std::uint64_t seeds) {
  std::vector<FalseProgram> result;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) {
    Program program = compile(RandomCProgram(seed, properties).make(), properties);
    if (ask(engines::explore::run, program, {}).verdict() == Verdict::False)
      result.push_back({"random C program " + std::to_string(seed), std::move(program)});
  }
  return result;
}

inline std::vector<FalseProgram> falsePrograms() {
  std::vector<FalseProgram> result;
  const auto add = [&](std::vector<FalseProgram> more) {
    std::move(more.begin(), more.end(), std::back_inserter(result));
  };
  for (const auto &[name, text] : wronglyProvedPrograms())
    result.push_back({name, compile(text), true});
  for (const auto &[name, text] : wronglyProvedMemory())
    result.push_back({name, compile(text, {Property::ValidDeref}), true});
  for (const auto &[name, text] : wronglyProvedStacks())
    result.push_back({name, withoutFreesOfLocals(compile(text, {Property::ValidDeref})), true});
  RandomProgramOptions loops;
  loops.loops = true;
  add(falseRandomPrograms({Property::UnreachCall}, {}, campaignSize(16)));
  add(falseRandomPrograms({Property::UnreachCall}, loops, campaignSize(8)));
  add(falseRandomPrograms({Property::ValidDeref, Property::ValidFree}, {}, campaignSize(8)));
  add(falseTasks("lazy", {"cover_", "stopped_", "put_off_", "offered_"}));
  if (!isInLongMode())
    return result;
  add(falseTasks("", {""}));
  add(falseRandomC({Property::UnreachCall}, 60));
  add(falseRandomC({Property::ValidDeref, Property::ValidFree}, 40));
  return result;
}

} // namespace heddle::testing
