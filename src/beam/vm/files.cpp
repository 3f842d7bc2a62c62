#include "beam/vm/files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <set>

#include "beam/term/atom.hpp"
#include "beam/term/bits.hpp"
#include "beam/term/map.hpp"

namespace heddle::beam {
namespace {

constexpr int kMostLinks = 40;  // that a path may lead through, as Linux has it
constexpr std::size_t kMostName = 255;
constexpr std::size_t kBlockWords = 512;
constexpr std::size_t kBlock = kBlockWords * sizeof(Word);
constexpr unsigned kRead = 4;
constexpr unsigned kWrite = 2;

std::uint64_t new_mode(std::uint64_t mode) {
  static const mode_t mask = [] {
    const mode_t old = ::umask(022);
    ::umask(old);
    return old;
  }();
  return mode & ~std::uint64_t{mask};
}

Files::Type type_of(mode_t mode) {
  if (S_ISREG(mode)) return Files::Type::kRegular;
  if (S_ISDIR(mode)) return Files::Type::kDirectory;
  if (S_ISLNK(mode)) return Files::Type::kSymlink;
  if (S_ISCHR(mode) || S_ISBLK(mode)) return Files::Type::kDevice;
  return Files::Type::kOther;
}

std::uint64_t type_bits(Files::Type type) {
  switch (type) {
    case Files::Type::kRegular:
      return S_IFREG;
    case Files::Type::kDirectory:
      return S_IFDIR;
    case Files::Type::kSymlink:
      return S_IFLNK;
    default:
      return 0;
  }
}

std::string_view next_part(std::string_view& path) {
  path.remove_prefix(std::min(path.find_first_not_of('/'), path.size()));
  const std::size_t end = std::min(path.find('/'), path.size());
  const std::string_view part = path.substr(0, end);
  path.remove_prefix(end);
  return part;
}

bool only_slashes(std::string_view path) {
  return path.find_first_not_of('/') == std::string_view::npos;
}

}  // namespace

Files::Files(Heap& heap, UndoLog& undo) : heap_(heap), undo_(undo) {
  from_disk("/", disk_.status("/").stat);
  char here[4096];
  if (::getcwd(here, sizeof here) != nullptr) current_ = find(here).node;
}

// ---- Nodes

Files::Node Files::add(Inode node) {
  node.entries = empty_map(heap_).bits();
  nodes_.push_back(std::move(node));
  return nodes_.size() - 1;
}

Files::Node Files::from_disk(const std::string& path, const struct stat& stat) {
  Inode node;
  node.type = type_of(stat.st_mode);
  node.base = path;
  node.size = static_cast<Word>(stat.st_size);
  // The system's own files (/proc) do not say how long they are.
  if (node.type == Type::kRegular && node.size == 0) node.size = disk_.content(path).bytes.size();
  node.mode = stat.st_mode;
  node.links = stat.st_nlink;
  node.owner = stat.st_uid;
  node.group = stat.st_gid;
  node.accessed = static_cast<Word>(stat.st_atim.tv_sec);
  node.modified = static_cast<Word>(stat.st_mtim.tv_sec);
  node.changed = static_cast<Word>(stat.st_ctim.tv_sec);
  node.device = stat.st_dev;
  node.special_device = stat.st_rdev;
  node.number = stat.st_ino;
  return add(std::move(node));
}

Files::Node Files::make(Type type, std::uint64_t mode, std::int64_t now) {
  Inode node;
  node.type = type;
  node.mode = type_bits(type) | new_mode(mode);
  node.links = type == Type::kDirectory ? 2 : 1;
  node.size = type == Type::kDirectory ? kBlock : 0;  // as most file systems
  node.owner = ::geteuid();
  node.group = ::getegid();
  node.accessed = node.modified = node.changed = static_cast<Word>(now);
  node.number = nodes_.size();
  return add(std::move(node));
}

bool Files::allowed(const Inode& node, unsigned permission) const {
  if (::geteuid() == 0) return true;
  unsigned shift = 0;
  if (node.owner == ::geteuid()) {
    shift = 6;
  } else if (node.group == ::getegid()) {
    shift = 3;
  }
  return (node.mode >> shift & permission) == permission;
}

int Files::may_change(Node directory) const {
  return allowed(nodes_[directory], kWrite | 1) ? 0 : EACCES;
}

void Files::touch(Node node, std::int64_t now) {
  undo_.set(nodes_[node].modified, static_cast<Word>(now));
  undo_.set(nodes_[node].changed, static_cast<Word>(now));
}

// ---- Paths

Files::Found Files::child(Node directory, const std::string& name) {
  if (name.size() > kMostName) return {ENAMETOOLONG, 0};
  const Heap::Mark mark = heap_.mark();
  const Term entry = map_get(Term::from_bits(nodes_[directory].entries), heap_.binary(name));
  heap_.rewind(mark);
  if (entry == atoms::false_) return {ENOENT, 0};
  if (!entry.is_none()) return {0, static_cast<Node>(entry.small_value())};
  const std::string& base = nodes_[directory].base;
  if (base.empty()) return {ENOENT, 0};
  const std::string path = (base == "/" ? "" : base) + "/" + name;
  const Disk::Status& status = disk_.status(path);
  if (status.error != 0) return {status.error, 0};
  const Node node = from_disk(path, status.stat);
  const Term key = heap_.binary(name);
  if (nodes_[node].type == Type::kDirectory) {
    nodes_[node].parent = directory;
    nodes_[node].name = key.bits();
  }
  undo_.set(nodes_[directory].entries, map_put(heap_, Term::from_bits(nodes_[directory].entries),
                                               key, Term::small(static_cast<std::int64_t>(node)))
                                           .bits());
  return {0, node};
}

Files::Place Files::walk(Node from, std::string_view path, bool follow, int depth) {
  Node at = path.starts_with('/') ? 0 : from;
  if (path.empty()) return {.error = ENOENT};
  if (only_slashes(path)) return {.directory = 0, .exists = true, .node = 0};
  while (true) {
    const std::string name(next_part(path));
    const bool last = only_slashes(path);
    if (nodes_[at].type != Type::kDirectory) return {.error = ENOTDIR};
    if (!allowed(nodes_[at], 1)) return {.error = EACCES};
    Found found;
    if (name == ".") {
      found.node = at;
    } else if (name == "..") {
      found.node = static_cast<Node>(nodes_[at].parent);
    } else {
      found = child(at, name);
    }
    const bool to_nothing = found.error == ENOENT && last;
    if (found.error != 0 && !to_nothing) return {.error = found.error};
    if (to_nothing) return {.directory = at, .name = name};
    const bool through = !last || follow || !path.empty();
    if (nodes_[found.node].type == Type::kSymlink && through) {
      if (depth >= kMostLinks) return {.error = ELOOP};
      const Disk::Text target = link_target(found.node);
      if (target.error != 0) return {.error = target.error};
      Place place = walk(at, target.bytes, true, depth + 1);
      if (place.error != 0 || last) return place;
      if (!place.exists) return {.error = ENOENT};
      found.node = place.node;
    } else if (last) {
      if (!path.empty() && nodes_[found.node].type != Type::kDirectory) return {.error = ENOTDIR};
      return {.directory = at, .name = name, .exists = true, .node = found.node};
    }
    at = found.node;
  }
}

Files::Place Files::locate(std::string_view path, bool follow) {
  return walk(static_cast<Node>(current_), path, follow, 0);
}

Files::Found Files::find(std::string_view path, bool follow) {
  const Place place = locate(path, follow);
  if (place.error != 0) return {place.error, 0};
  if (!place.exists) return {ENOENT, 0};
  return {0, place.node};
}

std::string Files::current_directory() const {
  std::string path;
  for (auto node = static_cast<Node>(current_); node != 0;
       node = static_cast<Node>(nodes_[node].parent)) {
    std::string storage;
    path = "/" + std::string(bytes_of(Term::from_bits(nodes_[node].name), storage)) + path;
  }
  return path.empty() ? "/" : path;
}

int Files::set_current_directory(std::string_view path) {
  const Found found = find(path);
  if (found.error != 0) return found.error;
  if (nodes_[found.node].type != Type::kDirectory) return ENOTDIR;
  if (!allowed(nodes_[found.node], 1)) return EACCES;
  undo_.set(current_, found.node);
  return 0;
}

// ---- Directories

void Files::enter(const Place& place, Node node, std::int64_t now) {
  Inode& directory = nodes_[place.directory];
  const Term key = heap_.binary(place.name);
  undo_.set(directory.entries, map_put(heap_, Term::from_bits(directory.entries), key,
                                       Term::small(static_cast<std::int64_t>(node)))
                                   .bits());
  if (nodes_[node].type == Type::kDirectory) {
    undo_.set(nodes_[node].parent, place.directory);
    undo_.set(nodes_[node].name, key.bits());
  }
  touch(place.directory, now);
}

void Files::leave(const Place& place, std::int64_t now) {
  Inode& directory = nodes_[place.directory];
  undo_.set(directory.entries, map_put(heap_, Term::from_bits(directory.entries),
                                       heap_.binary(place.name), atoms::false_)
                                   .bits());
  touch(place.directory, now);
}

Files::Found Files::make_file(std::string_view path, std::int64_t now) {
  const Place place = locate(path, true);
  if (place.error != 0) return {place.error, 0};
  if (place.exists) return {EEXIST, place.node};
  if (path.ends_with('/')) return {EISDIR, 0};
  if (const int error = may_change(place.directory); error != 0) return {error, 0};
  const Node node = make(Type::kRegular, 0666, now);
  enter(place, node, now);
  return {0, node};
}

int Files::make_directory(std::string_view path, std::int64_t now) {
  const Place place = locate(path, false);
  if (place.error != 0) return place.error;
  if (place.exists) return EEXIST;
  if (const int error = may_change(place.directory); error != 0) return error;
  enter(place, make(Type::kDirectory, 0777, now), now);
  undo_.set(nodes_[place.directory].links, nodes_[place.directory].links + 1);
  return 0;
}

int Files::make_symlink(std::string_view target, std::string_view path, std::int64_t now) {
  const Place place = locate(path, false);
  if (place.error != 0) return place.error;
  if (place.exists) return EEXIST;
  if (target.empty()) return ENOENT;
  if (const int error = may_change(place.directory); error != 0) return error;
  const Node node = make(Type::kSymlink, 0777, now);
  nodes_[node].mode |= 0777;
  nodes_[node].target = target;
  nodes_[node].size = target.size();
  enter(place, node, now);
  return 0;
}

int Files::make_link(std::string_view old_path, std::string_view path, std::int64_t now) {
  const Found old = find(old_path, false);
  if (old.error != 0) return old.error;
  const Place place = locate(path, false);
  if (place.error != 0) return place.error;
  if (place.exists) return EEXIST;
  if (nodes_[old.node].type == Type::kDirectory) return EPERM;
  if (const int error = may_change(place.directory); error != 0) return error;
  undo_.set(nodes_[old.node].links, nodes_[old.node].links + 1);
  enter(place, old.node, now);
  return 0;
}

int Files::remove_file(std::string_view path, std::int64_t now) {
  const Place place = locate(path, false);
  if (place.error != 0) return place.error;
  if (!place.exists) return ENOENT;
  if (nodes_[place.node].type == Type::kDirectory) return EISDIR;
  if (const int error = may_change(place.directory); error != 0) return error;
  undo_.set(nodes_[place.node].links, nodes_[place.node].links - 1);
  leave(place, now);
  return 0;
}

int Files::remove_directory(std::string_view path, std::int64_t now) {
  const Place place = locate(path, false);
  if (place.error != 0) return place.error;
  if (!place.exists) return ENOENT;
  if (nodes_[place.node].type != Type::kDirectory) return ENOTDIR;
  if (place.node == 0) return EBUSY;
  if (place.name == ".") return EINVAL;
  if (place.name == ".." || !is_empty(place.node)) return ENOTEMPTY;
  if (const int error = may_change(place.directory); error != 0) return error;
  undo_.set(nodes_[place.directory].links, nodes_[place.directory].links - 1);
  leave(place, now);
  return 0;
}

int Files::rename(std::string_view old_path, std::string_view path, std::int64_t now) {
  const Place from = locate(old_path, false);
  if (from.error != 0) return from.error;
  if (!from.exists) return ENOENT;
  const Place to = locate(path, false);
  if (to.error != 0) return to.error;
  const auto special = [](const Place& place) {
    return place.name.empty() || place.name == "." || place.name == "..";
  };
  if (special(from) || special(to)) return EBUSY;
  const bool moves_directory = nodes_[from.node].type == Type::kDirectory;
  if (!moves_directory && path.ends_with('/')) return ENOTDIR;
  for (Node above = to.directory; moves_directory; above = nodes_[above].parent) {
    if (above == from.node) return EINVAL;
    if (above == 0) break;
  }
  if (to.exists) {
    if (to.node == from.node) return 0;
    const bool onto_directory = nodes_[to.node].type == Type::kDirectory;
    if (moves_directory && !onto_directory) return ENOTDIR;
    if (!moves_directory && onto_directory) return EISDIR;
    if (onto_directory && !is_empty(to.node)) return ENOTEMPTY;
    undo_.set(nodes_[to.node].links, nodes_[to.node].links - 1);
  }
  for (const Node directory : {from.directory, to.directory}) {
    if (const int error = may_change(directory); error != 0) return error;
  }
  leave(from, now);
  enter(to, from.node, now);
  return 0;
}

Files::Names Files::list(Node directory) {
  const Inode& node = nodes_[directory];
  if (node.type != Type::kDirectory) return {ENOTDIR, {}};
  if (!allowed(node, kRead)) return {EACCES, {}};
  std::set<std::string> names;
  if (!node.base.empty()) {
    const Disk::Listing& listing = disk_.listing(node.base);
    if (listing.error != 0) return {listing.error, {}};
    names.insert(listing.names.begin(), listing.names.end());
  }
  for (MapIterator entry(Term::from_bits(node.entries)); entry.next();) {
    std::string storage;
    const std::string name(bytes_of(entry.key(), storage));
    if (entry.value() == atoms::false_) {
      names.erase(name);
    } else {
      names.insert(name);
    }
  }
  return {0, {names.begin(), names.end()}};
}

Disk::Text Files::link_target(Node symlink) {
  const Inode& node = nodes_[symlink];
  if (node.type != Type::kSymlink) return {EINVAL, {}};
  return node.base.empty() ? Disk::Text{0, node.target} : disk_.link_target(node.base);
}

// ---- What is known about a file

Files::Information Files::information(Node number) {
  const Inode& node = nodes_[number];
  return {.type = node.type,
          .may_read = allowed(node, kRead),
          .may_write = allowed(node, kWrite),
          .size = node.size,
          .mode = node.mode,
          .links = node.links,
          .device = node.device,
          .special_device = node.special_device,
          .number = node.number,
          .owner = node.owner,
          .group = node.group,
          .accessed = static_cast<std::int64_t>(node.accessed),
          .modified = static_cast<std::int64_t>(node.modified),
          .changed = static_cast<std::int64_t>(node.changed)};
}

void Files::set_mode(Node node, std::uint64_t permissions) {
  undo_.set(nodes_[node].mode, (nodes_[node].mode & ~Word{07777}) | (permissions & 07777));
}

void Files::set_owner(Node node, std::uint64_t owner, std::uint64_t group) {
  undo_.set(nodes_[node].owner, owner);
  undo_.set(nodes_[node].group, group);
}

void Files::set_times(Node node, std::int64_t accessed, std::int64_t modified) {
  undo_.set(nodes_[node].accessed, static_cast<Word>(accessed));
  undo_.set(nodes_[node].modified, static_cast<Word>(modified));
}

// ---- Content

int Files::readable(Node file) {
  const Inode& node = nodes_[file];
  if (!allowed(node, kRead)) return EACCES;
  return node.base.empty() || node.type != Type::kRegular ? 0 : disk_.content(node.base).error;
}

Word* Files::block(Node file, std::size_t number) {
  Inode& node = nodes_[file];
  if (node.blocks.size() <= number) node.blocks.resize(number + 1);
  auto& block = node.blocks[number];
  if (block == nullptr) {
    block = std::make_unique<Word[]>(kBlockWords);
    if (!node.base.empty()) {
      const std::string& bytes = disk_.content(node.base).bytes;
      const std::size_t begin = number * kBlock;
      if (begin < bytes.size()) {
        std::memcpy(block.get(), bytes.data() + begin, std::min(kBlock, bytes.size() - begin));
      }
    }
  }
  return block.get();
}

std::string Files::read(Node file, std::uint64_t position, std::uint64_t size) {
  const Inode& node = nodes_[file];
  if (position >= node.size) return {};
  size = std::min<std::uint64_t>(size, node.size - position);
  std::string result;
  result.reserve(size);
  static const std::string nothing;
  const std::string& base = node.base.empty() ? nothing : disk_.content(node.base).bytes;
  while (result.size() < size) {
    const std::uint64_t at = position + result.size();
    const std::size_t number = at / kBlock;
    const std::size_t inside = at % kBlock;
    const std::size_t count = std::min<std::uint64_t>(kBlock - inside, size - result.size());
    if (number < node.blocks.size() && node.blocks[number] != nullptr) {
      result.append(reinterpret_cast<const char*>(node.blocks[number].get()) + inside, count);
    } else {
      const std::size_t have = at < base.size() ? std::min(count, base.size() - at) : 0;
      if (have > 0) result.append(base, at, have);
      result.append(count - have, '\0');
    }
  }
  return result;
}

void Files::put(Node file, std::uint64_t position, std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t inside = position % kBlock;
    const std::size_t count = std::min(kBlock - inside, bytes.size());
    Word* words = block(file, position / kBlock);
    const std::size_t first = inside / sizeof(Word);
    undo_.save(words + first, (inside + count - 1) / sizeof(Word) - first + 1);
    std::memcpy(reinterpret_cast<char*>(words) + inside, bytes.data(), count);
    bytes.remove_prefix(count);
    position += count;
  }
}

void Files::write(Node file, std::uint64_t position, std::string_view bytes, std::int64_t now) {
  if (bytes.empty()) return;
  if (position > nodes_[file].size) resize(file, position, now);
  put(file, position, bytes);
  undo_.set(nodes_[file].size, std::max<Word>(nodes_[file].size, position + bytes.size()));
  touch(file, now);
}

void Files::resize(Node file, std::uint64_t size, std::int64_t now) {
  const std::uint64_t old = nodes_[file].size;
  if (size > old) put(file, old, std::string(size - old, '\0'));
  undo_.set(nodes_[file].size, size);
  touch(file, now);
}

}  // namespace heddle::beam
