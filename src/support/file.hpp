// Files: read with a limit, replaced as a whole.
//
//   write_file_atomically("run.heddle", bytes, "checkpoint");
//   const std::string bytes = read_file("run.heddle", 1 << 30, "checkpoint");
//
// What goes wrong becomes one support::UserError with the path, what was to be done with which kind
// of file, the cause and the remedy: "run.heddle: cannot write the checkpoint: No space left on
// device; free some space ...".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace heddle::support {

/// Replaces the file's content. Whenever the process dies or the machine stops, the path has the
/// old content or the new one, whole; after an error it has the old one. Permissions stay as they
/// were, and a link goes on pointing to the file that is replaced. What is no file (/dev/stdout, a
/// pipe) is written to directly.
///
/// A process that is killed while it writes can leave `<path>.<process>-<n>.tmp` behind, which may
/// be removed.
void write_file_atomically(const std::string& path, std::string_view bytes,
                           std::string_view what = "file");

/// Adds to the end of a file, which is made if it is not there.
void append_to_file(const std::string& path, std::string_view bytes,
                    std::string_view what = "file");

/// A file that is read from the beginning, in as many pieces as the caller likes: its first bytes
/// tell how much more is worth reading. Memory grows with what was really there, whatever `most`
/// is.
class InputFile {
 public:
  explicit InputFile(std::string path, std::string what = "file");
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile();

  /// The next `most` bytes; fewer only at the end of the file.
  std::string read(std::size_t most);

 private:
  const std::string path_;
  const std::string what_;
  int number_;
};

/// The whole file, if it has at most `limit` bytes.
std::string read_file(const std::string& path, std::size_t limit, const std::string& what = "file");

}  // namespace heddle::support
