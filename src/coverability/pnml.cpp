// The part of PNML that coverability needs: places with initial markings, transitions, and arcs with inscriptions, on
// any pages. XML is parsed by pugixml; names lose their namespace prefixes. Graphics, names and tool-specific parts
// are ignored. Arcs whose type is not normal, capacities of places and high-level nets are errors, because ignoring
// them would change the net.
//
// Entities that a DOCTYPE declares are not expanded: a number or a type that contains one is an error.
#include "coverability/pnml.hpp"

#include "coverability/scanner.hpp"

#include <pugixml.hpp>

#include <algorithm>
#include <new>
#include <optional>
#include <unordered_map>

namespace heddle::coverability {

namespace {

using support::Error;
using support::Expected;

constexpr std::size_t mostNesting = 200; // elements; the reader recurses over them

std::string_view withoutPrefix(std::string_view name) {
  const std::size_t prefix = name.rfind(':');
  return prefix == std::string_view::npos ? name : name.substr(prefix + 1);
}

std::string_view nameOf(const pugi::xml_node &element) { return withoutPrefix(element.name()); }

/// Where a character reference to NUL begins: &#0; or &#x0;, with any number of zeros.
std::optional<std::size_t> findNulReference(std::string_view text) {
  for (std::size_t at = text.find("&#"); at != std::string_view::npos; at = text.find("&#", at + 1)) {
    std::size_t digit = at + 2;
    if (digit < text.size() && text[digit] == 'x')
      ++digit;
    const std::size_t end = text.find_first_not_of('0', digit);
    if (end != std::string_view::npos && end > digit && text[end] == ';')
      return at;
  }
  return std::nullopt;
}

/// The attribute of that name, or one of that name with a prefix.
std::optional<std::string> attribute(const pugi::xml_node &element, const char *name) {
  if (const pugi::xml_attribute plain = element.attribute(name))
    return plain.value();
  for (const pugi::xml_attribute &candidate : element.attributes()) {
    if (withoutPrefix(candidate.name()) == name)
      return candidate.value();
  }
  return std::nullopt;
}

/// The character data of an element without its child elements, CDATA sections included.
std::string contentOf(const pugi::xml_node &element) {
  std::string content;
  for (const pugi::xml_node &child : element.children()) {
    if (child.type() == pugi::node_pcdata || child.type() == pugi::node_cdata)
      content += child.value();
  }
  return content;
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  return begin == std::string_view::npos ? "" : text.substr(begin, text.find_last_not_of(" \t\r\n") + 1 - begin);
}

/// inhibitorArc, resetarc, …
bool isSpecialArc(std::string_view name) { return name != "arc" && (name.ends_with("arc") || name.ends_with("Arc")); }

struct Arc {
  std::string source;
  std::string target;
  Count weight = 1;
  std::uint32_t line = 0;
};

/// From offsets in the text to lines and columns, counted from 1.
class Lines {
public:
  explicit Lines(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (text[i] == '\n')
        begins_.push_back(i + 1);
    }
  }

  std::uint32_t line(std::size_t offset) const {
    return static_cast<std::uint32_t>(std::upper_bound(begins_.begin(), begins_.end(), offset) - begins_.begin());
  }

  std::size_t column(std::size_t offset) const { return offset - begins_[line(offset) - 1] + 1; }

private:
  std::vector<std::size_t> begins_{0}; // offsets
};

class PnmlReader {
public:
  PnmlReader(std::string_view text, const std::string &path) : text_(text), path_(path), lines_(text) {}

  Expected<System> run() {
    // pugixml would take a NUL, also one that is a character reference, for the end of the text.
    if (const std::size_t nul = text_.find('\0'); nul != std::string_view::npos)
      return errorAtOffset(nul, "a NUL character is not allowed in XML");
    if (const std::optional<std::size_t> nul = findNulReference(text_))
      return errorAtOffset(*nul, "a NUL character is not allowed in XML");
    pugi::xml_document document;
    // Without conversion of the encoding, offsets in pugixml's buffer are offsets in the text.
    const pugi::xml_parse_result parsed =
        document.load_buffer(text_.data(), text_.size(), pugi::parse_default, pugi::encoding_utf8);
    if (parsed.status == pugi::status_out_of_memory)
      throw std::bad_alloc();
    if (!parsed && parsed.status != pugi::status_no_document_element)
      return syntaxError(parsed);
    if (const auto read = readChildren(document, {}, 0); !read)
      return read.error();
    if (places_.empty())
      return errorAtOffset(text_.size(), "there is no place in this file: is it PNML?");
    return build();
  }

private:
  /// The innermost place and arc around an element.
  struct Surroundings {
    std::optional<LocalState> place;
    std::optional<std::size_t> arc;
  };

  Error syntaxError(const pugi::xml_parse_result &parsed) const {
    const auto offset = std::min(static_cast<std::size_t>(parsed.offset), text_.size());
    switch (parsed.status) {
    case pugi::status_end_element_mismatch: {
      if (!text_.substr(0, offset).ends_with("</"))
        return errorAtOffset(text_.size(), "the file ends inside an element that is not closed");
      const std::string_view rest = text_.substr(offset);
      return errorAtOffset(offset, fmt::format("</{}> does not close the innermost open element",
                                               rest.substr(0, rest.find_first_of("> \t\r\n"))));
    }
    case pugi::status_bad_attribute:
      return errorAtOffset(offset, "expected an attribute, as in id=\"p1\"");
    case pugi::status_bad_start_element:
    case pugi::status_bad_end_element:
    case pugi::status_unrecognized_tag:
      return errorAtOffset(offset, "malformed or unfinished tag");
    case pugi::status_bad_comment:
      return errorAtOffset(offset, "malformed or unfinished comment");
    case pugi::status_bad_cdata:
      return errorAtOffset(offset, "malformed or unfinished CDATA section");
    case pugi::status_bad_doctype:
      return errorAtOffset(offset, "malformed or unfinished document type declaration");
    case pugi::status_bad_pi:
      return errorAtOffset(offset, "malformed or unfinished processing instruction");
    default:
      return errorAtOffset(offset, fmt::format("malformed XML: {}", parsed.description()));
    }
  }

  Expected<bool> readChildren(const pugi::xml_node &parent, const Surroundings &around, std::size_t nesting) {
    for (const pugi::xml_node &child : parent.children()) {
      if (child.type() != pugi::node_element || nameOf(child) == "toolspecific")
        continue;
      if (nesting == mostNesting)
        return errorAt(lineOf(child), fmt::format("elements are nested more than {} deep", mostNesting));
      if (const auto read = readElement(child, around, nesting + 1); !read)
        return read;
    }
    return true;
  }

  Expected<bool> readElement(const pugi::xml_node &element, Surroundings around, std::size_t nesting) {
    const std::string_view name = nameOf(element);
    const std::uint32_t line = lineOf(element);
    if (name == "place" || name == "transition") {
      if (const auto added = addNode(element, name == "place"); !added)
        return added;
      if (name == "place")
        around.place = static_cast<LocalState>(marking_.size() - 1);
    }
    if (name == "arc") {
      if (const auto type = attribute(element, "type"); type && !type->empty() && *type != "normal")
        return unsupportedArc(line, *type);
      around.arc = arcs_.size();
      arcs_.push_back({attribute(element, "source").value_or(""), attribute(element, "target").value_or(""), 1, line});
    }
    if (name == "type" && around.arc) {
      if (const auto type = attribute(element, "value"); type && *type != "normal")
        return unsupportedArc(line, *type);
    }
    if (name == "hlinitialMarking" || name == "hlinscription")
      return errorAt(line, "high-level nets are not supported");
    if (isSpecialArc(name))
      return unsupportedArc(line, name);
    if (name == "text" || name == "value") { // the latter: PIPE
      if (const auto read = readLabel(nameOf(element.parent()), element, around); !read)
        return read;
    }
    return readChildren(element, around, nesting);
  }

  Expected<bool> addNode(const pugi::xml_node &element, bool isPlace) {
    const std::uint32_t line = lineOf(element);
    const std::string id = attribute(element, "id").value_or("");
    if (id.empty())
      return errorAt(line, fmt::format("a {} without an id", nameOf(element)));
    if (places_.contains(id) || transitions_.contains(id))
      return errorAt(line, fmt::format("'{}' exists twice", id));
    if (isPlace) {
      places_.emplace(id, static_cast<LocalState>(places_.size()));
      names_.push_back(id);
      marking_.push_back(0);
    } else {
      transitions_.emplace(id, static_cast<std::uint32_t>(transitions_.size()));
      transitionLines_.push_back(line);
    }
    return true;
  }

  /// `element` holds the text of a label of the given kind.
  Expected<bool> readLabel(std::string_view kind, const pugi::xml_node &element, const Surroundings &around) {
    const std::string content = contentOf(element);
    const std::string_view word = trimmed(content);
    if (around.arc && (kind == "type" || kind == "arctype") && word != "normal")
      return unsupportedArc(lineOf(element), word);
    if (kind == "capacity" && word != "0" && !word.empty()) // PIPE writes 0 for an unlimited place
      return errorAt(lineOf(element), "capacities of places are not supported");
    if (kind != "initialMarking" && kind != "inscription")
      return true;
    const auto value = readNumber(element, content);
    if (!value)
      return value.error();
    if (kind == "initialMarking") {
      if (!around.place)
        return errorAt(lineOf(element), "an initial marking outside a place");
      marking_[*around.place] = *value;
    } else if (around.arc) {
      arcs_[*around.arc].weight = *value;
    }
    return true;
  }

  Expected<Count> readNumber(const pugi::xml_node &element, const std::string &content) const {
    // Some tools write "Default,3".
    const std::size_t comma = content.rfind(',');
    Scanner number(std::string_view(content).substr(comma == std::string::npos ? 0 : comma + 1), path_, "");
    number.skipSpace();
    const auto value = number.number();
    number.skipSpace();
    if (!value && number.atDigit())
      return errorAt(lineOf(element), fmt::format("'{}' is too large: numbers go up to {}", content, largestCount));
    const pugi::xml_node child =
        element.find_child([](const pugi::xml_node &candidate) { return candidate.type() == pugi::node_element; });
    if (child)
      return errorAt(lineOf(child), fmt::format("expected a number, not <{}>", child.name()));
    if (!value || !number.atEnd())
      return errorAt(lineOf(element), fmt::format("expected a number, not '{}'", content));
    return *value;
  }

  Expected<System> build() const {
    System system(1, static_cast<LocalState>(places_.size()));
    system.localNames = names_;
    std::vector<TransitionSpec> specs(transitions_.size());
    for (const Arc &arc : arcs_) {
      const auto from = places_.find(arc.source);
      const auto to = places_.find(arc.target);
      const auto source = transitions_.find(arc.source);
      const auto target = transitions_.find(arc.target);
      const bool takes = from != places_.end() && target != transitions_.end();
      if (!takes && (source == transitions_.end() || to == places_.end()))
        return errorAt(arc.line, fmt::format("the arc from '{}' to '{}' does not connect a place and a transition",
                                             arc.source, arc.target));
      Threads &threads = takes ? specs[target->second].take : specs[source->second].put;
      const LocalState place = takes ? from->second : to->second;
      if (arc.weight > largestCount - count(threads, place))
        return errorAt(arc.line, fmt::format("the arcs from '{}' to '{}' add up to more than {}", arc.source,
                                             arc.target, largestCount));
      increase(threads, place, arc.weight);
    }
    for (std::size_t i = 0; i < specs.size(); ++i) {
      specs[i].line = transitionLines_[i];
      system.add(specs[i]);
    }
    InitialSet initial;
    for (LocalState place = 0; place < marking_.size(); ++place)
      assign(initial.least, place, marking_[place]);
    initial.most.threads = initial.least;
    system.initial.push_back(std::move(initial));
    return system;
  }

  std::uint32_t lineOf(const pugi::xml_node &element) const {
    return lines_.line(static_cast<std::size_t>(element.offset_debug()));
  }

  Error unsupportedArc(std::uint32_t line, std::string_view type) const {
    return errorAt(line, fmt::format("arcs of type '{}' are not supported", type));
  }

  Error errorAt(std::uint32_t line, std::string_view message) const {
    return {fmt::format("{}:{}: {}", path_, line, message)};
  }

  Error errorAtOffset(std::size_t offset, std::string_view message) const {
    return {fmt::format("{}:{}:{}: {}", path_, lines_.line(offset), lines_.column(offset), message)};
  }

  std::string_view text_;
  const std::string &path_;
  Lines lines_;
  std::unordered_map<std::string, LocalState> places_;
  std::unordered_map<std::string, std::uint32_t> transitions_;
  std::vector<std::string> names_;             // by place
  std::vector<Count> marking_;                 // by place
  std::vector<std::uint32_t> transitionLines_; // by transition
  std::vector<Arc> arcs_;
};

} // namespace

Expected<System> parsePnml(std::string_view text, const std::string &path) {
  constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
  if (text.starts_with(byteOrderMark))
    text.remove_prefix(byteOrderMark.size());
  return PnmlReader(text, path).run();
}

} // namespace heddle::coverability
