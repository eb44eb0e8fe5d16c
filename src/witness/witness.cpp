#include "witness/witness.hpp"

#include "witness/graphml.hpp"
#include "witness/yaml.hpp"

#include <filesystem>

namespace heddle::witness {

std::optional<Format> formatOf(const std::string &path) {
  const std::string extension = std::filesystem::path(path).extension();
  if (extension == ".graphml" || extension == ".xml")
    return Format::GraphMl;
  if (extension == ".yml" || extension == ".yaml")
    return Format::Yaml;
  return std::nullopt;
}

std::string baseName(const std::string &path) { return std::filesystem::path(path).filename().string(); }

std::string toText(const Witness &witness, Format format) {
  return format == Format::GraphMl ? toGraphMl(witness) : toYaml(witness);
}

support::Expected<Witness> parse(const std::string &text, const std::string &path) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n\xef\xbb\xbf");
  return begin != std::string::npos && text[begin] == '<' ? parseGraphMl(text, path) : parseYaml(text, path);
}

} // namespace heddle::witness
