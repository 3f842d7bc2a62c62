// The programs that the page offers: those that are part of heddle, and the files of the folders
// that the user gave. A page asks for one by its id from the list, never by a path.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "serve/snippet.hpp"

namespace heddle::serve {

struct Example {
  std::string id;     // "erlang/cache.erl", "1:lib/x.erl" for a file of the first folder
  std::string group;  // "erlang"; or the folder
  std::string name;
  Language language;
  std::string command;  // what it is meant for: check or verify
  std::string path;     // of a file on the disk
  std::string text;     // else
};

class Examples {
 public:
  /// Throws support::UserError if a folder is none.
  explicit Examples(const std::vector<std::string>& folders);

  /// All of them; the folders are looked through each time. Links are not followed.
  std::vector<Example> list() const;
  /// The source; nothing if there is none with this id, or it is too large.
  std::optional<std::string> source(std::string_view id) const;
  nlohmann::json as_json() const;
  /// As absolute paths without links.
  const std::vector<std::string>& folders() const { return folders_; }

 private:
  std::vector<std::string> folders_;
};

}  // namespace heddle::serve
