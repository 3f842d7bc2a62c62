#include "beam/vm/disk.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>

namespace heddle::beam {
namespace {

Disk::Text read_all(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return {errno, {}};
  Disk::Text text;
  char piece[1 << 16];
  ssize_t size = 0;
  while ((size = ::read(file, piece, sizeof piece)) > 0) {
    text.bytes.append(piece, static_cast<std::size_t>(size));
  }
  if (size < 0) text = {errno, {}};
  ::close(file);
  return text;
}

Disk::Text read_link(const std::string& path) {
  std::string target(4096, '\0');
  const ssize_t size = ::readlink(path.c_str(), target.data(), target.size());
  if (size < 0) return {errno, {}};
  target.resize(static_cast<std::size_t>(size));
  return {0, target};
}

Disk::Listing list(const std::string& path) {
  Disk::Listing listing;
  const std::unique_ptr<DIR, int (*)(DIR*)> folder(::opendir(path.c_str()), ::closedir);
  if (folder == nullptr) return {errno, {}};
  while (const dirent* entry = ::readdir(folder.get())) {
    const std::string name = entry->d_name;
    if (name != "." && name != "..") listing.names.push_back(name);
  }
  std::sort(listing.names.begin(), listing.names.end());
  return listing;
}

// The answer that was given before, or that of `ask`.
template <typename Answer, typename Ask>
const Answer& once(std::unordered_map<std::string, Answer>& known, const std::string& path,
                   const Ask& ask) {
  const auto it = known.find(path);
  return it != known.end() ? it->second : known.emplace(path, ask(path)).first->second;
}

}  // namespace

const Disk::Status& Disk::status(const std::string& path) {
  return once(statuses_, path, [](const std::string& name) {
    Status status;
    if (::lstat(name.c_str(), &status.stat) != 0) status.error = errno;
    return status;
  });
}

const Disk::Text& Disk::content(const std::string& path) { return once(contents_, path, read_all); }

const Disk::Text& Disk::link_target(const std::string& path) {
  return once(targets_, path, read_link);
}

const Disk::Listing& Disk::listing(const std::string& path) { return once(listings_, path, list); }

}  // namespace heddle::beam
