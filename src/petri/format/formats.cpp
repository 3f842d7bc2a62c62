#include "petri/format/formats.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "support/check.hpp"
#include "support/file.hpp"

namespace heddle::petri {
namespace {

constexpr std::size_t kLargestFile = std::size_t{1} << 30;

struct Reader {
  const char* ending;
  NetFile (*read)(std::string_view text, const std::string& file);
};
constexpr Reader kReaders[] = {
    {".spec", read_spec},
    {".tts", read_tts},
    {".pl", read_pl},
    {".pnml", read_pnml},
};

struct Writer {
  const char* name;
  std::string (*write)(const Net& net, const Question& question);
};
constexpr Writer kWriters[] = {
    {"spec", to_spec},
    {"pnml", to_pnml},
    {"dot", to_dot},
};

bool is_file(const std::string& path) {
  std::error_code error;
  return std::filesystem::is_regular_file(path, error);
}

Question read_question(const std::string& target, const Net& net) {
  if (!is_file(target)) return read_formula(target, "--target", net);
  const std::string text = support::read_file(target, kLargestFile, "target");
  const std::string ending = std::filesystem::path(target).extension().string();
  if (ending == ".prop") return read_prop(text, target, net);
  if (ending == ".xml") return read_property_xml(text, target, net);
  return read_formula(text, target, net);
}

}  // namespace

NetFile read_net(const std::string& path, const std::string& target) {
  const std::string ending = std::filesystem::path(path).extension().string();
  for (const Reader& reader : kReaders) {
    if (ending != reader.ending) continue;
    NetFile file = reader.read(support::read_file(path, kLargestFile, "net"), path);
    if (!target.empty()) {
      file.question = read_question(target, file.net);
    } else if (!file.question) {
      // BFC's tools keep the target beside the net, under the same name.
      const std::string beside = std::filesystem::path(path).replace_extension(".prop").string();
      if (ending == ".tts" && is_file(beside)) file.question = read_question(beside, file.net);
    }
    return file;
  }
  std::string known;
  for (const Reader& reader : kReaders) known += fmt::format(" {}", reader.ending);
  throw support::UserError(fmt::format(
      "{}: the format of a net is known by the ending of its name; give one of{}", path, known));
}

std::string write_net(const std::string& format, const Net& net, const Question& question) {
  for (const Writer& writer : kWriters) {
    if (format == writer.name) return writer.write(net, question);
  }
  std::string known;
  for (const Writer& writer : kWriters) known += fmt::format(" {}", writer.name);
  throw support::UserError(
      fmt::format("nets are not written as '{}'; give one of{}", format, known));
}

}  // namespace heddle::petri
