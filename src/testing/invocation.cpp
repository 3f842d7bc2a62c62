#include "testing/invocation.hpp"

#include <filesystem>
#include <fstream>
#include <sstream>
#include <system_error>

namespace heddle::detail {

std::vector<std::string> replay_words(const std::string& token) {
  std::error_code failed;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", failed);
  std::ifstream in("/proc/self/cmdline", std::ios::binary);
  if (failed || !in) return {};
  std::vector<std::string> words{"replay", "--token", token, "--", program.string()};
  std::string word;
  std::getline(in, word, '\0');  // its own name
  while (std::getline(in, word, '\0')) words.push_back(word);
  return words;
}

}  // namespace heddle::detail
