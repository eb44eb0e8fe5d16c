// A small execution to report on. Its source file exists as long as the fixture.
#pragma once

#include "interpreter/trace.hpp"
#include "program/program.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace heddle::report {

class LostUpdate {
public:
  LostUpdate() {
    std::string pattern = std::filesystem::temp_directory_path() / "heddle-report-XXXXXX";
    directory_ = mkdtemp(pattern.data());
    const std::string path = directory_ / "lost.c";
    std::ofstream(path) << "int counter;\n\tcounter++;\nassert(counter == 2); // \x1b[31m red\n";
    file = program.sources.addFile(path);
    trace.threads = {{"main"}, {"worker"}, {"worker"}};
    add(0, 1, 2, "read counter → 0");
    add(1, 2, 2, "read counter → 0");
    add(2, 1, 2, "counter = 1");
    add(3, 2, 2, "counter = 1");
    add(4, 0, 3, "read counter → 1");
    trace.ending = interpreter::Ending::Violation;
    trace.violation = interpreter::Violation{
        program::Property::UnreachCall, "assertion `counter == 2` fails", {file, 3, 1, program::noFrame}, 0};
  }
  LostUpdate(const LostUpdate &) = delete;
  LostUpdate &operator=(const LostUpdate &) = delete;
  ~LostUpdate() { std::filesystem::remove_all(directory_); }

  void add(unsigned step, unsigned thread, unsigned line, const std::string &text, bool local = false) {
    trace.events.push_back({step, thread, {file, line, 1, program::noFrame}, text, local});
  }

  program::Program program;
  program::FileId file = program::noFile;
  interpreter::Trace trace;

private:
  std::filesystem::path directory_;
};

} // namespace heddle::report
