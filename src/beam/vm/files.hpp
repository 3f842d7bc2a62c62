// Files: the file system of a run. Reading sees the real one; what the program changes stays in
// memory and goes away with a rewind.
//
// A tree of nodes. A node that stands for something on the disk knows its path there (`base`), and
// its children are made when somebody first asks for them; so a directory can be moved as a whole.
//
//   Files::Found file = files.find("priv/data.txt");   // relative to the current directory
//   if (file.error == 0) std::string text = files.read(file.node, 0, 100);
//
// The content of a file is that of its base with blocks of its own over it, made when they are
// first written. Bytes beyond the size of a file say nothing.
//
// Everything that changes is a word and goes through the undo log. That a node or a block exists
// needs no undoing: until something was changed it is what the disk says. Errors are errno's.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "beam/term/heap.hpp"
#include "beam/vm/disk.hpp"
#include "beam/vm/undo_log.hpp"

namespace heddle::beam {

class Files {
 public:
  using Node = std::size_t;
  enum class Type : std::uint8_t { kRegular, kDirectory, kSymlink, kDevice, kOther };

  Files(Heap& heap, UndoLog& undo);

  struct Found {
    int error = 0;
    Node node = 0;
  };
  /// `follow`: if it is a symbolic link, what that leads to.
  Found find(std::string_view path, bool follow = true);

  /// `now` is in seconds since 1970.
  Found make_file(std::string_view path, std::int64_t now);
  int make_directory(std::string_view path, std::int64_t now);
  int make_symlink(std::string_view target, std::string_view path, std::int64_t now);
  int make_link(std::string_view old_path, std::string_view path, std::int64_t now);
  int remove_file(std::string_view path, std::int64_t now);
  int remove_directory(std::string_view path, std::int64_t now);
  int rename(std::string_view old_path, std::string_view path, std::int64_t now);

  struct Names {
    int error = 0;
    std::vector<std::string> names;  // sorted
  };
  Names list(Node directory);
  Disk::Text link_target(Node symlink);

  std::string current_directory() const;
  int set_current_directory(std::string_view path);

  struct Information {
    Type type = Type::kOther;
    bool may_read = false;
    bool may_write = false;
    std::uint64_t size = 0;
    std::uint64_t mode = 0;
    std::uint64_t links = 0;
    std::uint64_t device = 0;
    std::uint64_t special_device = 0;
    std::uint64_t number = 0;
    std::uint64_t owner = 0;
    std::uint64_t group = 0;
    std::int64_t accessed = 0;
    std::int64_t modified = 0;
    std::int64_t changed = 0;
  };
  Information information(Node node);
  void set_mode(Node node, std::uint64_t permissions);
  void set_owner(Node node, std::uint64_t owner, std::uint64_t group);
  void set_times(Node node, std::int64_t accessed, std::int64_t modified);

  /// Why the content of a file cannot be had; 0: it can.
  int readable(Node file);
  std::uint64_t size(Node file) const { return nodes_[file].size; }
  /// Fewer bytes at the end of the file.
  std::string read(Node file, std::uint64_t position, std::uint64_t size);
  void write(Node file, std::uint64_t position, std::string_view bytes, std::int64_t now);
  void resize(Node file, std::uint64_t size, std::int64_t now);

  std::size_t count() const { return nodes_.size(); }
  /// Back to fewer; what they held is not restored.
  void shrink(std::size_t count) { nodes_.resize(count); }

 private:
  struct Inode {
    Type type = Type::kRegular;
    std::string base;  // its path on the disk; empty: the program has made it
    Word size = 0;
    Word mode = 0;
    Word links = 0;
    Word owner = 0;
    Word group = 0;
    Word accessed = 0;
    Word modified = 0;
    Word changed = 0;
    Word parent = 0;     // of a directory: a Node
    Word name = 0;       // of a directory: a binary
    Word entries = 0;    // of a directory: a map from name to node, or to `false`: there is none
    std::string target;  // of a symbolic link that the program has made
    std::uint64_t device = 0;
    std::uint64_t special_device = 0;
    std::uint64_t number = 0;
    std::vector<std::unique_ptr<Word[]>> blocks;
  };
  struct Place {  // where a path leads to, or would
    int error = 0;
    Node directory = 0;
    std::string name{};
    bool exists = false;
    Node node = 0;
  };
  Place locate(std::string_view path, bool follow);
  Place walk(Node from, std::string_view path, bool follow, int depth);
  Found child(Node directory, const std::string& name);
  Node add(Inode node);
  Node from_disk(const std::string& path, const struct stat& stat);
  Node make(Type type, std::uint64_t mode, std::int64_t now);
  int may_change(Node directory) const;
  bool allowed(const Inode& node, unsigned permission) const;
  bool is_empty(Node directory) { return list(directory).names.empty(); }
  void enter(const Place& place, Node node, std::int64_t now);
  void leave(const Place& place, std::int64_t now);
  void touch(Node node, std::int64_t now);
  Word* block(Node file, std::size_t number);
  void put(Node file, std::uint64_t position, std::string_view bytes);

  Heap& heap_;
  UndoLog& undo_;
  Disk disk_;
  std::deque<Inode> nodes_;
  Word current_ = 0;  // a Node
};

}  // namespace heddle::beam
