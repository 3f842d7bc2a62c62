// Place/transition nets of PNML (ISO/IEC 15909-2). A place is named by its id, which is what
// properties refer to. Two things that PNML has no word for stand in <toolspecific tool="heddle">:
// <unbounded/> in a place, and <target> with a formula (formats.hpp) in the net.
#include <fmt/format.h>

#include <charconv>
#include <map>
#include <unordered_map>

#include "petri/format/formats.hpp"
#include "petri/format/net_builder.hpp"
#include "petri/format/text_cursor.hpp"
#include "petri/format/xml.hpp"
#include "support/check.hpp"

namespace heddle::petri {
namespace {

const XmlElement* ours(const XmlElement& owner, std::string_view child) {
  for (const XmlElement& each : owner.children) {
    if (each.name != "toolspecific" || each.attribute("tool") != "heddle") continue;
    if (const XmlElement* found = each.child(child)) return found;
  }
  return nullptr;
}

class PnmlReader {
 public:
  PnmlReader(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  NetFile read() {
    const XmlElement root = read_xml(text_, file_);
    if (root.name != "pnml") {
      fail(root, fmt::format("expected <pnml>, found <{}>", root.name));
    }
    const XmlElement* net = root.child("net");
    if (net == nullptr) fail(root, "there is no <net> in it");
    const std::string type = net->attribute("type");
    if (type.find("symmetric") != type.npos || type.find("highlevel") != type.npos ||
        type.find("pt-hlpng") != type.npos) {
      fail(*net, fmt::format("coloured net ({}): heddle cover reads place/transition nets; unfold "
                             "it first",
                             type));
    }
    nodes(*net);
    arcs(*net);
    for (Half& half : transitions_) {
      builder_.add_transition(std::move(half.name), std::move(half.take), std::move(half.put));
    }
    NetFile file;
    const XmlElement* target = ours(*net, "target");
    file.net = builder_.finish();
    if (target != nullptr)
      file.question = read_formula(target->text, file_ + " (target)", file.net);
    return file;
  }

 private:
  struct Half {
    std::string name;
    std::vector<Tokens> take;
    std::vector<Tokens> put;
  };

  [[noreturn]] void fail(const XmlElement& at, std::string_view what) const {
    fail_in_text(text_, file_, at.offset, what);
  }

  std::string id_of(const XmlElement& element) const {
    std::string id = element.attribute("id");
    if (id.empty()) fail(element, fmt::format("this <{}> has no id", element.name));
    return id;
  }

  /// The number in <owner><text>n</text></owner>; `otherwise` if it is absent.
  std::uint64_t number(const XmlElement* owner, std::uint64_t otherwise) const {
    if (owner == nullptr) return otherwise;
    const XmlElement* text = owner->child("text");
    const std::string digits = trimmed(text != nullptr ? text->text : owner->text);
    std::uint64_t value = 0;
    const char* const end = digits.data() + digits.size();
    const auto [last, error] = std::from_chars(digits.data(), end, value);
    if (error != std::errc() || last != end || value > kMostTokens) {
      fail(*owner, fmt::format("expected a number of tokens, found '{}'", digits));
    }
    return value;
  }

  void nodes(const XmlElement& owner) {
    for (const XmlElement& each : owner.children) {
      if (each.name == "page") {
        nodes(each);
      } else if (each.name == "place") {
        const std::string id = id_of(each);
        const auto place = transition_.contains(id) ? std::nullopt : builder_.add_place(id);
        if (!place) fail(each, fmt::format("the id {} is used twice", id));
        builder_.place(*place).initial = number(each.child("initialMarking"), 0);
        builder_.place(*place).unbounded = ours(each, "unbounded") != nullptr;
      } else if (each.name == "transition") {
        const std::string id = id_of(each);
        if (builder_.find(id) || !transition_.emplace(id, transitions_.size()).second) {
          fail(each, fmt::format("the id {} is used twice", id));
        }
        transitions_.push_back({id, {}, {}});
      } else if (each.name == "referencePlace" || each.name == "referenceTransition") {
        fail(each, fmt::format("<{}> is not supported; put the net on one page", each.name));
      }
    }
  }

  void refuse_special(const XmlElement& arc) const {
    std::string kind = arc.attribute("type");
    for (const char* name : {"type", "arctype"}) {
      const XmlElement* type = arc.child(name);
      if (type == nullptr) continue;
      const XmlElement* text = type->child("text");
      kind = type->attribute("value");
      if (kind.empty()) kind = trimmed(text != nullptr ? text->text : type->text);
    }
    if (kind.empty() || kind == "normal") return;
    fail(arc, fmt::format("{} arc: heddle cover reads nets that only take and put tokens; such a "
                          "net is another problem",
                          kind));
  }

  void arcs(const XmlElement& owner) {
    for (const XmlElement& each : owner.children) {
      if (each.name == "page") arcs(each);
      if (each.name != "arc") continue;
      refuse_special(each);
      const std::string source = each.attribute("source");
      const std::string target = each.attribute("target");
      const std::uint64_t weight = number(each.child("inscription"), 1);
      const auto from = builder_.find(source);
      const auto to = builder_.find(target);
      const auto giver = transition_.find(source);
      const auto taker = transition_.find(target);
      if (from && taker != transition_.end()) {
        transitions_[taker->second].take.push_back({*from, weight});
      } else if (to && giver != transition_.end()) {
        transitions_[giver->second].put.push_back({*to, weight});
      } else {
        fail(each, fmt::format("this arc joins '{}' and '{}', which are not a place and a "
                               "transition of this net",
                               source, target));
      }
    }
  }

  std::string_view text_;
  const std::string& file_;
  NetBuilder builder_;
  std::unordered_map<std::string, std::size_t> transition_;
  std::vector<Half> transitions_;
};

}  // namespace

NetFile read_pnml(std::string_view text, const std::string& file) {
  return PnmlReader(text, file).read();
}

}  // namespace heddle::petri
