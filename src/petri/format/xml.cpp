#include "petri/format/xml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "petri/format/text_cursor.hpp"

namespace heddle::petri {
namespace {

constexpr int kDeepest = 200;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
bool ends_name(char c) {
  return is_space(c) || c == '>' || c == '/' || c == '=' || c == '<' || c == '"' || c == '\'';
}

class XmlReader {
 public:
  XmlReader(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  XmlElement read() {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
    skip_between();
    if (at_ == text_.size()) fail(at_, "there is no XML element");
    XmlElement root = element(0);
    skip_between();
    if (at_ < text_.size()) fail(at_, "there is something after the end of the XML");
    return root;
  }

 private:
  [[noreturn]] void fail(std::size_t at, std::string_view what) const {
    fail_in_text(text_, file_, at, what);
  }

  bool sees(std::string_view symbol) const { return text_.substr(at_).starts_with(symbol); }

  void skip_space() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }

  std::string_view up_to(std::string_view end, const char* what) {
    const std::size_t found = text_.find(end, at_);
    if (found == text_.npos) fail(at_, fmt::format("{} has no end", what));
    const std::string_view inside = text_.substr(at_, found - at_);
    at_ = found + end.size();
    return inside;
  }

  /// What stands before and after the root.
  void skip_between() {
    while (true) {
      skip_space();
      if (sees("<!--")) {
        at_ += 4;
        up_to("-->", "this comment");
      } else if (sees("<?")) {
        up_to("?>", "this instruction");
      } else if (sees("<!DOCTYPE")) {
        const std::size_t begin = at_;
        if (up_to(">", "the document type").find('[') != std::string_view::npos) {
          fail(begin, "a document type with definitions is not supported; remove it");
        }
      } else {
        return;
      }
    }
  }

  std::string name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && !ends_name(text_[at_])) ++at_;
    std::string_view found = text_.substr(begin, at_ - begin);
    if (found.empty()) fail(begin, "expected a name");
    if (const auto colon = found.rfind(':'); colon != found.npos) found.remove_prefix(colon + 1);
    return std::string(found);
  }

  std::string decoded(std::string_view raw, std::size_t at) const {
    std::string result;
    for (std::size_t i = 0; i < raw.size(); ++i) {
      if (raw[i] != '&') {
        result += raw[i];
        continue;
      }
      const std::size_t end = raw.find(';', i);
      const std::string_view entity =
          end == raw.npos ? std::string_view() : raw.substr(i + 1, end - i - 1);
      if (entity == "lt") {
        result += '<';
      } else if (entity == "gt") {
        result += '>';
      } else if (entity == "amp") {
        result += '&';
      } else if (entity == "quot") {
        result += '"';
      } else if (entity == "apos") {
        result += '\'';
      } else if (!append_character(result, entity)) {
        fail(at + i, "this entity is unknown");
      }
      i = end;
    }
    return result;
  }

  static bool append_character(std::string& text, std::string_view entity) {
    if (!entity.starts_with('#')) return false;
    entity.remove_prefix(1);
    int base = 10;
    if (entity.starts_with('x')) {
      base = 16;
      entity.remove_prefix(1);
    }
    std::uint32_t code = 0;
    const auto [last, error] =
        std::from_chars(entity.data(), entity.data() + entity.size(), code, base);
    if (error != std::errc() || last != entity.data() + entity.size() || code == 0) return false;
    if (code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return false;
    const auto byte = [&](std::uint32_t bits) { text += static_cast<char>(bits); };
    if (code < 0x80) {
      byte(code);
    } else if (code < 0x800) {
      byte(0xC0 | (code >> 6));
      byte(0x80 | (code & 0x3F));
    } else if (code < 0x10000) {
      byte(0xE0 | (code >> 12));
      byte(0x80 | ((code >> 6) & 0x3F));
      byte(0x80 | (code & 0x3F));
    } else {
      byte(0xF0 | (code >> 18));
      byte(0x80 | ((code >> 12) & 0x3F));
      byte(0x80 | ((code >> 6) & 0x3F));
      byte(0x80 | (code & 0x3F));
    }
    return true;
  }

  XmlElement element(int depth) {
    if (!sees("<")) fail(at_, "expected an XML element");
    if (depth > kDeepest) fail(at_, "the elements are nested too deeply");
    XmlElement result;
    result.offset = at_++;
    result.name = name();
    while (true) {
      skip_space();
      if (sees("/>")) {
        at_ += 2;
        return result;
      }
      if (sees(">")) break;
      if (at_ == text_.size()) fail(result.offset, "this element has no end");
      attribute(result);
    }
    ++at_;
    content(result, depth);
    return result;
  }

  void attribute(XmlElement& owner) {
    std::string key = name();
    skip_space();
    if (!sees("=")) fail(at_, "expected '=' after the name of an attribute");
    ++at_;
    skip_space();
    if (!sees("\"") && !sees("'")) fail(at_, "expected the value of the attribute in quotes");
    const std::string quote(1, text_[at_++]);
    const std::size_t begin = at_;
    owner.attributes.emplace_back(std::move(key), decoded(up_to(quote, "this value"), begin));
  }

  void content(XmlElement& owner, int depth) {
    while (true) {
      const std::size_t begin = at_;
      at_ = std::min(text_.find('<', at_), text_.size());
      owner.text += decoded(text_.substr(begin, at_ - begin), begin);
      if (at_ == text_.size()) fail(owner.offset, fmt::format("<{}> has no end", owner.name));
      if (sees("<!--")) {
        at_ += 4;
        up_to("-->", "this comment");
      } else if (sees("<![CDATA[")) {
        at_ += 9;
        owner.text += up_to("]]>", "this text");
      } else if (sees("<?")) {
        up_to("?>", "this instruction");
      } else if (sees("</")) {
        const std::size_t closing = at_;
        at_ += 2;
        if (name() != owner.name) fail(closing, fmt::format("expected </{}>", owner.name));
        skip_space();
        if (!sees(">")) fail(at_, "expected '>'");
        ++at_;
        return;
      } else {
        owner.children.push_back(element(depth + 1));
      }
    }
  }

  std::string_view text_;
  const std::string& file_;
  std::size_t at_ = 0;
};

}  // namespace

std::string XmlElement::attribute(std::string_view key) const {
  for (const auto& [name, value] : attributes) {
    if (name == key) return value;
  }
  return {};
}

const XmlElement* XmlElement::child(std::string_view key) const {
  const auto found = std::find_if(children.begin(), children.end(),
                                  [&](const XmlElement& each) { return each.name == key; });
  return found == children.end() ? nullptr : &*found;
}

XmlElement read_xml(std::string_view text, const std::string& file) {
  return XmlReader(text, file).read();
}

std::string trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return std::string(text);
}

std::string xml_escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '<') {
      result += "&lt;";
    } else if (c == '>') {
      result += "&gt;";
    } else if (c == '&') {
      result += "&amp;";
    } else if (c == '"') {
      result += "&quot;";
    } else if (c == '\t' || c == '\n' || c == '\r') {
      result += fmt::format("&#{};", static_cast<int>(c));
    } else if (static_cast<unsigned char>(c) < 0x20) {
      result += '?';  // XML cannot hold it in any form
    } else {
      result += c;
    }
  }
  return result;
}

}  // namespace heddle::petri
