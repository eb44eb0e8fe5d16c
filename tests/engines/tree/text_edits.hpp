// Random changes of a proof file, by bytes, words and lines, as a damaged or forged file may have them.
#pragma once

#include <random>
#include <string>
#include <vector>

namespace heddle::testing {

class TextEditor {
public:
  TextEditor(std::string text, std::mt19937_64 &random) : text_(std::move(text)), random_(random) {}

  std::string edited() {
    for (std::uint64_t i = 1 + random_() % 3; i > 0; --i)
      edit();
    return text_;
  }

private:
  void edit() {
    switch (below(9)) {
    case 0:
      return changeByte();
    case 1:
      text_.erase(below(text_.size()), 1 + below(8));
      return;
    case 2:
      text_.insert(below(text_.size() + 1), std::string(1, anyByte()));
      return;
    case 3:
      text_.resize(below(text_.size() + 1));
      return;
    case 4:
      return changeLines([&](auto &lines) { lines.erase(lines.begin() + at(lines)); });
    case 5:
      return changeLines([&](auto &lines) {
        const std::string line = lines[below(lines.size())];
        lines.insert(lines.begin() + at(lines), line);
      });
    case 6:
      return changeLines([&](auto &lines) { std::swap(lines[below(lines.size())], lines[below(lines.size())]); });
    default:
      return changeNumber();
    }
  }

  std::size_t below(std::size_t bound) { return bound == 0 ? 0 : random_() % bound; }
  std::ptrdiff_t at(const std::vector<std::string> &lines) { return static_cast<std::ptrdiff_t>(below(lines.size())); }
  char anyByte() {
    static const std::string likely = "0123456789 ,\n#\\";
    return random_() % 2 == 0 ? likely[below(likely.size())] : static_cast<char>(random_());
  }

  void changeByte() {
    if (!text_.empty())
      text_[below(text_.size())] = anyByte();
  }

  template <typename Change> void changeLines(const Change &change) {
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin < text_.size();) {
      const std::size_t end = std::min(text_.find('\n', begin), text_.size() - 1) + 1;
      lines.push_back(text_.substr(begin, end - begin));
      begin = end;
    }
    if (lines.empty())
      return;
    change(lines);
    text_.clear();
    for (const std::string &line : lines)
      text_ += line;
  }

  void changeNumber() {
    constexpr const char *digits = "0123456789";
    const std::size_t begin = text_.find_first_of(digits, below(text_.size() + 1));
    if (begin == std::string::npos)
      return;
    const std::size_t end = std::min(text_.find_first_not_of(digits, begin), text_.size());
    static const std::vector<std::string> extreme{"4294967295",           "4294967296", "18446744073709551615",
                                                  "18446744073709551616", "128",        "129"};
    const std::string by = random_() % 4 == 0 ? extreme[below(extreme.size())] : std::to_string(below(20));
    text_.replace(begin, end - begin, by);
  }

  std::string text_;
  std::mt19937_64 &random_;
};

} // namespace heddle::testing
