// The records of a run as they come, one line of JSON each, so that an interrupted run can be resumed.
#pragma once

#include "batch/record.hpp"
#include "support/expected.hpp"

#include <fstream>
#include <memory>
#include <string>
#include <vector>

namespace heddle::batch {

class Journal {
public:
  /// Continues the file if it exists. Its folder is locked: two runs would mix their records. Its first line says for
  /// which question the records are: a run with other limits or tools must not take them over.
  static support::Expected<Journal> open(const std::string &path, const Json &question, bool resumes);

  const std::vector<Record> &earlier() const { return earlier_; }
  support::Expected<bool> add(const Record &record);

private:
  std::string path_;
  std::shared_ptr<const int> lock_; // the descriptor of the folder, locked
  std::vector<Record> earlier_;
  std::ofstream file_;
};

} // namespace heddle::batch
