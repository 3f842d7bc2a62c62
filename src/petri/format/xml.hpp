// XML as far as nets need it: elements, attributes, text. Names are kept without their prefix;
// comments, processing instructions and a document type without definitions are passed over. An
// entity other than the five of XML itself and numbers is refused: files from elsewhere define
// none.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace heddle::petri {

struct XmlElement {
  std::string name;
  std::vector<std::pair<std::string, std::string>> attributes;
  std::vector<XmlElement> children;
  std::string text;        // all of it, without that of the children
  std::size_t offset = 0;  // where it begins in the file

  /// Empty if there is none.
  std::string attribute(std::string_view key) const;
  /// The first child of that name, or null.
  const XmlElement* child(std::string_view key) const;
};

/// The root. Throws UserError with file, line and column.
XmlElement read_xml(std::string_view text, const std::string& file);

/// The text without spaces at its ends.
std::string trimmed(std::string_view text);
/// As it may stand in an attribute or as text.
std::string xml_escaped(std::string_view text);

}  // namespace heddle::petri
