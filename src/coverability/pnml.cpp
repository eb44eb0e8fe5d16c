// As much of XML as PNML needs: elements, attributes, character data, CDATA sections, comments; and as much of PNML as
// coverability needs: places with initial markings, transitions, arcs with inscriptions, in any pages. The
// rest (graphics, names, tool-specific parts) is passed over. Arcs of another type than normal, capacities of places
// and high-level nets are an error, because to ignore them would change the net.
#include "coverability/pnml.hpp"

#include "coverability/scanner.hpp"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace heddle::coverability {

namespace {

using support::Error;
using support::Expected;

struct Tag {
  std::string name;
  std::map<std::string, std::string> attributes;
  bool closing = false;
  bool empty = false; // <name/>
  std::uint32_t line = 0;
};

struct Arc {
  std::string source;
  std::string target;
  Count weight = 1;
  std::uint32_t line = 0;
};

class PnmlParser {
public:
  PnmlParser(std::string_view text, const std::string &path) : scanner_(text, path, "") {}

  Expected<System> run() {
    while (true) {
      std::string text;
      if (!passText(text))
        break;
      const auto tag = readTag();
      if (!tag)
        return tag.error();
      if (const auto handled = handle(*tag, text); !handled)
        return handled.error();
    }
    if (!path_.empty())
      return scanner_.error(fmt::format("<{}> is not closed", path_.back()));
    if (places_.empty())
      return scanner_.error("there is no place in this file: is it PNML?");
    return build();
  }

private:
  /// Character data up to the next tag; comments, declarations and processing instructions are passed over.
  /// False at the end of the file.
  bool passText(std::string &text) {
    while (!scanner_.atEnd()) {
      if (scanner_.accept("<!--")) {
        passBehind("-->");
      } else if (scanner_.accept("<?")) {
        passBehind("?>");
      } else if (scanner_.accept("<![CDATA[")) {
        for (; !scanner_.atEnd() && !scanner_.accept("]]>"); passCharacter())
          text += scanner_.peek();
      } else if (scanner_.accept("<!")) {
        passBehind(">");
      } else if (scanner_.peek() == '<') {
        return true;
      } else {
        text += scanner_.peek();
        passCharacter();
      }
    }
    return false;
  }

  void passCharacter() {
    if (scanner_.peek() == '\n')
      scanner_.skipLine();
    else
      scanner_.accept(std::string(1, scanner_.peek()));
  }

  void passBehind(std::string_view end) {
    while (!scanner_.atEnd() && !scanner_.accept(end))
      passCharacter();
  }

  std::string readName() {
    std::string name;
    for (char c = scanner_.peek();
         !scanner_.atEnd() && std::isspace(static_cast<unsigned char>(c)) == 0 && c != '=' && c != '>' && c != '/';
         c = scanner_.peek()) {
      name += c;
      passCharacter();
    }
    const std::size_t prefix = name.rfind(':');
    return prefix == std::string::npos ? name : name.substr(prefix + 1);
  }

  Expected<Tag> readTag() {
    Tag tag;
    tag.line = scanner_.line();
    const Scanner before = scanner_;
    scanner_.accept("<");
    tag.closing = scanner_.accept("/");
    tag.name = readName();
    for (scanner_.skipSpace(); !scanner_.accept(">"); scanner_.skipSpace()) {
      if (scanner_.atEnd())
        return before.error("this tag is not closed");
      if (scanner_.accept("/")) {
        tag.empty = true;
        continue;
      }
      const std::string name = readName();
      scanner_.skipSpace();
      if (name.empty() || !scanner_.accept("="))
        return scanner_.error("expected an attribute, as in id=\"p1\"");
      scanner_.skipSpace();
      const char quote = scanner_.peek();
      if (quote != '"' && quote != '\'')
        return scanner_.error("expected a quotation mark");
      passCharacter();
      std::string value;
      for (; !scanner_.atEnd() && scanner_.peek() != quote; passCharacter())
        value += scanner_.peek();
      passCharacter();
      tag.attributes[name] = value;
    }
    return tag;
  }

  /// `text` is what stood before the tag, the content of the element that it closes, if it does.
  Expected<bool> handle(const Tag &tag, const std::string &text) {
    if (tag.closing) {
      if (path_.empty() || path_.back() != tag.name)
        return errorAt(tag.line, fmt::format("</{}> closes nothing", tag.name));
      const bool isText = path_.back() == "text" || path_.back() == "value"; // the latter: PIPE
      if (isText && path_.size() >= 2 && !inTool()) {
        if (const auto read = readLabel(path_[path_.size() - 2], text, tag.line); !read)
          return read.error();
      }
      if (tag.name == "arc")
        inArc_ = false;
      path_.pop_back();
      return true;
    }
    if (const auto opened = open(tag); !opened)
      return opened.error();
    if (!tag.empty)
      path_.push_back(tag.name);
    return true;
  }

  bool inTool() const { return std::find(path_.begin(), path_.end(), "toolspecific") != path_.end(); }

  Expected<bool> open(const Tag &tag) {
    if (inTool())
      return true;
    const auto attribute = [&](const char *name) {
      const auto found = tag.attributes.find(name);
      return found == tag.attributes.end() ? std::string() : found->second;
    };
    if (tag.name == "place" || tag.name == "transition") {
      const std::string id = attribute("id");
      if (id.empty())
        return errorAt(tag.line, fmt::format("a {} without an id", tag.name));
      auto &known = tag.name == "place" ? places_ : transitions_;
      if (places_.contains(id) || transitions_.contains(id))
        return errorAt(tag.line, fmt::format("'{}' exists twice", id));
      known.emplace(id, static_cast<std::uint32_t>(known.size()));
      if (tag.name == "place") {
        names_.push_back(id);
        marking_.push_back(0);
      } else {
        lines_.push_back(tag.line);
      }
    }
    if (tag.name == "arc") {
      arcs_.push_back({attribute("source"), attribute("target"), 1, tag.line});
      inArc_ = !tag.empty;
      const std::string type = attribute("type");
      if (!type.empty() && type != "normal")
        return errorAt(tag.line, fmt::format("arcs of type '{}' are not supported", type));
    }
    if (tag.name == "type" && inArc_ && tag.attributes.contains("value") && attribute("value") != "normal")
      return errorAt(tag.line, fmt::format("arcs of type '{}' are not supported", attribute("value")));
    if (tag.name == "hlinitialMarking" || tag.name == "hlinscription")
      return errorAt(tag.line, "high-level nets are not supported");
    if (tag.name != "arc" && isArc(tag.name))
      return errorAt(tag.line, fmt::format("arcs of type '{}' are not supported", tag.name));
    return true;
  }

  /// inhibitorArc, resetarc, …
  static bool isArc(std::string_view name) { return name.ends_with("arc") || name.ends_with("Arc"); }

  Expected<bool> readLabel(const std::string &kind, const std::string &text, std::uint32_t line) {
    const std::string word(trimmed(text));
    if (inArc_ && (kind == "type" || kind == "arctype") && word != "normal")
      return errorAt(line, fmt::format("arcs of type '{}' are not supported", word));
    if (kind == "capacity" && word != "0" && !word.empty()) // 0: none, in PIPE
      return errorAt(line, "capacities of places are not supported");
    if (kind != "initialMarking" && kind != "inscription")
      return true;
    // Some tools write "Default,3".
    const std::size_t comma = text.rfind(',');
    Scanner number(std::string_view(text).substr(comma == std::string::npos ? 0 : comma + 1), scanner_.path(), "");
    number.skipSpace();
    const auto value = number.number();
    number.skipSpace();
    if (!value && number.atDigit())
      return errorAt(line, fmt::format("'{}' is too large: numbers go up to {}", text, largestCount));
    if (!value || !number.atEnd())
      return errorAt(line, fmt::format("expected a number, not '{}'", text));
    if (kind == "initialMarking" && !marking_.empty())
      marking_.back() = *value;
    if (kind == "inscription" && inArc_)
      arcs_.back().weight = *value;
    return true;
  }

  Expected<System> build() {
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
      specs[i].line = lines_[i];
      system.add(specs[i]);
    }
    InitialSet initial;
    for (LocalState place = 0; place < marking_.size(); ++place)
      assign(initial.least, place, marking_[place]);
    initial.most.threads = initial.least;
    system.initial.push_back(std::move(initial));
    return system;
  }

  static std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r\n");
    return begin == std::string_view::npos ? "" : text.substr(begin, text.find_last_not_of(" \t\r\n") + 1 - begin);
  }

  Error errorAt(std::uint32_t line, std::string_view message) const {
    return {fmt::format("{}:{}: {}", scanner_.path(), line, message)};
  }

  Scanner scanner_;
  std::vector<std::string> path_; // of elements
  std::unordered_map<std::string, std::uint32_t> places_;
  std::unordered_map<std::string, std::uint32_t> transitions_;
  std::vector<std::string> names_;
  std::vector<Count> marking_;
  std::vector<std::uint32_t> lines_;
  std::vector<Arc> arcs_;
  bool inArc_ = false;
};

} // namespace

Expected<System> parsePnml(std::string_view text, const std::string &path) { return PnmlParser(text, path).run(); }

} // namespace heddle::coverability
