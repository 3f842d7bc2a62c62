// The container of a .beam file and its smaller chunks. Every count is checked against the bytes
// that are there.
#include "beam/loader/beam_file.hpp"

#include <fmt/format.h>

#include <map>

#include "beam/loader/chunk.hpp"
#include "beam/loader/code_reader.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/inflate.hpp"
#include "beam/term/print.hpp"
#include "beam/term/utf8.hpp"
#include "support/check.hpp"
#include "support/file.hpp"
#include "support/md5.hpp"

namespace heddle::beam {
namespace {

constexpr std::size_t kLargestFile = std::size_t{1} << 28;
// Deflate cannot do better than this.
constexpr std::size_t kMostCompression = 1032;

struct Chunk {
  std::string_view bytes;
  std::size_t offset = 0;  // in the file
};

class BeamReader {
 public:
  BeamReader(std::string_view bytes, const std::string& path, const EtfHooks& hooks)
      : hooks_(hooks) {
    file_.path = path;
    file_.heap = std::make_unique<Heap>();
    find_chunks(bytes);
  }

  BeamFile read() {
    atoms();
    imports();
    literals();
    if (const Chunk* chunk = find("StrT")) file_.strings = chunk->bytes;
    lambdas();
    lines();
    file_.exports = named_labels("ExpT");
    if (find("LocT") != nullptr) file_.locals = named_labels("LocT");
    file_.attributes = term("Attr");
    file_.compile_info = term("CInf");
    read_code(required("Code"), file_);
    check_labels();
    file_.md5 = md5();
    return std::move(file_);
  }

 private:
  // ---- The container

  void find_chunks(std::string_view bytes) {
    ChunkReader in(bytes, 0, file_.path);
    constexpr std::string_view kOther = "name a .beam file";
    if (bytes.size() < 12 || in.raw(4) != "FOR1") in.fail_at(0, "not a .beam file", kOther);
    const std::size_t size = in.u32();
    if (size < 4 || size > in.remaining()) {
      in.fail_at(4, fmt::format("{} bytes announced and {} there", size, in.remaining()));
    }
    if (in.raw(4) != "BEAM") in.fail_at(8, "an IFF file, but not a .beam file", kOther);
    const std::size_t end = 8 + size;
    while (in.position() + 8 <= end) {
      const std::size_t at = in.position();
      const std::string name(in.raw(4));
      const std::size_t length = in.u32();
      if (length > end - in.position()) {
        in.fail_at(
            at, fmt::format("a chunk of {} bytes and only {} left", length, end - in.position()));
      }
      const std::size_t offset = in.position();
      if (!chunks_.emplace(name, Chunk{in.raw(length), offset}).second) {
        in.fail_at(at, "a chunk that is there twice");
      }
      in.raw(std::min((4 - length % 4) % 4, end - in.position()));
    }
  }

  const Chunk* find(std::string_view name) const {
    const auto it = chunks_.find(name);
    return it == chunks_.end() ? nullptr : &it->second;
  }

  std::string place(std::string_view name) const {
    return fmt::format("{}: chunk {}", file_.path, name);
  }

  ChunkReader reader(std::string_view name, const Chunk& chunk) const {
    return {chunk.bytes, chunk.offset, place(name)};
  }

  ChunkReader required(std::string_view name) const {
    if (const Chunk* chunk = find(name)) return reader(name, *chunk);
    throw support::UserError(fmt::format(
        "{}: chunk {} is missing; {}", file_.path, name,
        find("Atom") != nullptr ? "compile the module with OTP 24 or later" : kCompileAgain));
  }

  // ---- Chunks

  // Up to OTP 27 a length is a byte; a negative number of atoms says that it is a compact number.
  void atoms() {
    ChunkReader in = required("AtU8");
    const auto announced = static_cast<std::int32_t>(in.u32());
    const bool compact = announced < 0;
    const auto size = static_cast<std::size_t>(std::abs(std::int64_t{announced}));
    file_.atoms.push_back(Term::nil());
    for (std::size_t left = in.believable(size, 1); left > 0; --left) {
      const std::size_t at = in.position();
      const std::string_view name = in.raw(compact ? in.compact_number(0xffff) : in.u8());
      const std::optional<std::size_t> length = utf8_length(name);
      if (!length) in.fail_at(at, "an atom that is not UTF-8");
      if (*length > 255) in.fail_at(at, "an atom of more than 255 characters");
      file_.atoms.push_back(intern(name));
    }
    if (file_.atoms.size() < 2) in.fail("no atom, so the module has no name");
    file_.module = file_.atoms[1];
  }

  Term atom(ChunkReader& in) const {
    const std::uint32_t index = in.u32();
    if (index == 0 || index >= file_.atoms.size()) {
      in.fail(fmt::format("atom {} of {}", index, file_.atoms.size() - 1));
    }
    return file_.atoms[index];
  }

  std::uint32_t arity(ChunkReader& in) const {
    const std::uint32_t arity = in.u32();
    if (arity > kMostArguments) in.fail(fmt::format("a function of {} arguments", arity));
    return arity;
  }

  void imports() {
    ChunkReader in = required("ImpT");
    for (std::size_t left = in.count(12); left > 0; --left) {
      const Term module = atom(in);
      const Term function = atom(in);
      file_.imports.push_back({module, function, arity(in)});
    }
  }

  std::vector<NamedLabel> named_labels(std::string_view name) const {
    ChunkReader in = required(name);
    std::vector<NamedLabel> result;
    for (std::size_t left = in.count(12); left > 0; --left) {
      const Term function = atom(in);
      const std::uint32_t arguments = arity(in);
      result.push_back({function, arguments, in.u32()});
    }
    return result;
  }

  void lambdas() {
    const Chunk* chunk = find("FunT");
    if (chunk == nullptr) return;
    ChunkReader in = reader("FunT", *chunk);
    for (std::size_t left = in.count(24); left > 0; --left) {
      Lambda lambda;
      lambda.function = atom(in);
      lambda.arity = arity(in);
      lambda.label = in.u32();
      lambda.index = in.u32();
      lambda.free = in.u32();
      lambda.uniq = in.u32();
      if (lambda.free > lambda.arity) {
        in.fail(fmt::format("a fun of {} arguments, {} of them free variables", lambda.arity,
                            lambda.free));
      }
      file_.lambdas.push_back(lambda);
    }
  }

  // Compressed up to OTP 27; from 28 on the size is 0 and the rest is as it is.
  void literals() {
    const Chunk* chunk = find("LitT");
    if (chunk == nullptr) return;
    ChunkReader in = reader("LitT", *chunk);
    const std::size_t size = in.u32();
    if (size == 0) return literal_table(std::move(in));
    if (size / kMostCompression > in.remaining()) {
      in.fail(fmt::format("{} bytes cannot be compressed to {}", size, in.remaining()));
    }
    const Inflated plain = inflate(in.raw(in.remaining()), size);
    if (!plain.fault.empty()) in.fail(plain.fault);
    if (plain.bytes.size() != size) {
      in.fail(fmt::format("{} bytes announced, {} found", size, plain.bytes.size()));
    }
    literal_table({plain.bytes, 0, place("LitT (uncompressed)")});
  }

  void literal_table(ChunkReader in) {
    for (std::size_t left = in.count(6); left > 0; --left) {
      const std::size_t size = in.u32();
      const std::size_t at = in.position();
      file_.literals.push_back(decode(in, at, in.raw(size)));
    }
  }

  Term decode(const ChunkReader& in, std::size_t at, std::string_view bytes) const {
    const Decoded decoded = decode_external(*file_.heap, bytes, hooks_);
    if (decoded.term.is_none()) in.fail_at(at, "no external term: " + decoded.fault);
    return decoded.term;
  }

  Term term(std::string_view name) const {
    const Chunk* chunk = find(name);
    if (chunk == nullptr || chunk->bytes.empty()) return Term::none();
    return decode(reader(name, *chunk), chunk->offset, chunk->bytes);
  }

  // Locations as compact terms: an atom-tagged number changes the file, an integer is a line in it.
  void lines() {
    file_.files.push_back(fmt::format("{}.erl", name_of(file_.module)));
    const Chunk* chunk = find("Line");
    if (chunk == nullptr) return;
    ChunkReader in = reader("Line", *chunk);
    const std::uint32_t version = in.u32();
    if (version != 0) return;  // what it does not understand, OTP ignores: no locations
    in.raw(8);                 // flags, number of line instructions
    const std::size_t count = in.u32();
    const std::size_t names = in.u32();
    file_.lines.push_back({});
    std::uint32_t file = 0;
    in.believable(count, 1);
    while (file_.lines.size() <= count) {
      const std::size_t at = in.position();
      const Compact item = in.compact();
      if (item.tag == CompactTag::kAtom) {
        if (!item.large.empty() || item.value > names) {
          in.fail_at(at, fmt::format("file {} of {}", item.value, names));
        }
        file = static_cast<std::uint32_t>(item.value);
      } else if (item.tag == CompactTag::kInteger) {
        if (!item.large.empty() || item.value > 0xffffffff) in.fail_at(at, "no line number");
        file_.lines.push_back({file, static_cast<std::uint32_t>(item.value)});
      } else {
        in.fail_at(at, "neither a file nor a line");
      }
    }
    for (std::size_t left = in.believable(names, 2); left > 0; --left) {
      const std::size_t size = in.u16();
      file_.files.emplace_back(in.raw(size));
    }
  }

  // ---- What needs the code

  const Function* function_at(std::uint32_t label) const {
    const auto it = entries_.find(label);
    return it == entries_.end() ? nullptr : it->second;
  }

  void check_labels() {
    for (const Function& function : file_.functions) entries_.emplace(function.entry, &function);
    const auto check = [&](std::string_view chunk, Term name, std::uint32_t arity,
                           std::uint32_t label) {
      const Function* function = function_at(label);
      if (function != nullptr && function->name == name && function->arity == arity) return;
      reader(chunk, *find(chunk))
          .fail(fmt::format("label {} is not the entry of {}/{}", label, print_atom(name), arity));
    };
    for (const NamedLabel& one : file_.exports) check("ExpT", one.function, one.arity, one.label);
    for (const NamedLabel& one : file_.locals) check("LocT", one.function, one.arity, one.label);
    for (const Lambda& one : file_.lambdas) check("FunT", one.function, one.arity, one.label);
  }

  /// Over what the module is, not over what is said about it; as OTP's beam_lib and loader.
  std::array<std::uint8_t, 16> md5() const {
    support::Md5 hash;
    for (const std::string_view name :
         {"AtU8", "Code", "StrT", "ImpT", "ExpT", "FunT", "LitT", "Meta"}) {
      const Chunk* chunk = find(name);
      if (chunk == nullptr) continue;
      if (name != "FunT") {
        hash.add(chunk->bytes);
        continue;
      }
      // The old number for a version is itself made of the hash.
      std::string bytes(chunk->bytes);
      for (std::size_t i = 4 + 20; i + 4 <= bytes.size(); i += 24) {
        std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(i), 4, '\0');
      }
      hash.add(bytes);
    }
    return hash.finish();
  }

  const EtfHooks& hooks_;
  BeamFile file_;
  std::map<std::string, Chunk, std::less<>> chunks_;
  std::map<std::uint32_t, const Function*> entries_;
};

}  // namespace

BeamFile parse_beam(std::string_view bytes, const std::string& path, const EtfHooks& hooks) {
  if (!bytes.starts_with("\x1f\x8b")) return BeamReader(bytes, path, hooks).read();
  const Inflated plain = inflate(bytes, kLargestFile);
  if (!plain.fault.empty()) {
    throw support::UserError(fmt::format("{}, byte {}: a gzip file that is damaged: {}; {}", path,
                                         plain.used, plain.fault, kCompileAgain));
  }
  return BeamReader(plain.bytes, path, hooks).read();
}

BeamFile read_beam(const std::string& path, const EtfHooks& hooks) {
  return parse_beam(support::read_file(path, kLargestFile, ".beam file"), path, hooks);
}

}  // namespace heddle::beam
