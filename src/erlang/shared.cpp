#include "erlang/shared.hpp"

#include <cstring>
#include <mutex>

#include "beam/term/atom.hpp"
#include "beam/term/etf.hpp"
#include "support/bytes.hpp"
#include "support/check.hpp"

namespace heddle::erlang {

using beam::Kind;
using beam::Term;
using beam::Word;

namespace {

Term copy(beam::Heap& heap, Term term) {
  Word result = term.bits();
  std::vector<Word*> left{&result};
  while (!left.empty()) {
    Word* slot = left.back();
    left.pop_back();
    const Term t = Term::from_bits(*slot);
    if (t.is_cons()) {
      Word* cell = heap.allocate(2);
      cell[0] = t.head().bits();
      cell[1] = t.tail().bits();
      *slot = Term::cons(cell).bits();
      left.push_back(cell);
      left.push_back(cell + 1);
    } else if (t.is_boxed()) {
      const Word size = t.size();
      Word* object = heap.allocate(1 + size);
      std::memcpy(object, t.pointer(), (1 + size) * sizeof(Word));
      *slot = Term::boxed(object).bits();
      Word first = size;  // of the terms in it
      Word end = size;
      switch (t.kind()) {
        case Kind::kTuple:
        case Kind::kFlatMap:
        case Kind::kHashMap:
        case Kind::kHashNode:
          first = 0;
          break;
        case Kind::kFun:
          first = 1;
          break;
        case Kind::kSubBits:
          first = 0;
          end = 1;
          break;
        default:
          break;
      }
      for (Word i = first; i < end; ++i) left.push_back(object + 1 + i);
    }
  }
  return Term::from_bits(result);
}

}  // namespace

const Content* SharedTables::put(core::Token token, Content::Kind kind, beam::CodePointer receive,
                                 std::span<const Term> terms, std::span<const Term> monitors) {
  std::unique_lock lock(mutex_);
  std::unique_ptr<Content>& content = contents_[token];
  if (content == nullptr) {
    fresh_.insert(token);
    content = std::make_unique<Content>();
    content->kind = kind;
    content->receive = receive;
    for (const Term term : terms) content->terms.push_back(copy(heap_, term));
    for (const Term term : monitors) content->monitors.push_back(copy(heap_, term));
  }
  return content.get();
}

void SharedTables::seed(std::span<const core::ActorKey> keys) {
  for (std::size_t i = 0; i < keys.size(); ++i) {
    HEDDLE_CHECK(actors_.intern(keys[i]) == i, "actor {} was seeded as another one", i);
  }
}

// Instead of the kind: a receive in a version of a module that the program has loaded.
constexpr std::uint8_t kReceiveOfVersion = Content::kKinds;

// Each: token, kind, and for a receive its module, for a version also its file and contents, and
// its place in the code; then the terms and the monitors.
void SharedTables::write(support::ByteWriter& out, core::Token token,
                         const Content& content) const {
  out.little(token);
  const beam::Module* module =
      content.kind == Content::Kind::kReceive ? code_.module_at(content.receive) : nullptr;
  const bool version = module != nullptr && module->is_version();
  out.varint(version ? kReceiveOfVersion : static_cast<std::uint8_t>(content.kind));
  if (module != nullptr) {
    out.field(beam::name_of(module->name));
    if (version) {
      out.field(module->path);
      out.field(module->bytes);
    }
    out.varint(static_cast<std::uint64_t>(content.receive - module->code.data()));
  }
  for (const auto* terms : {&content.terms, &content.monitors}) {
    out.varint(terms->size());
    for (const Term term : *terms) out.field(beam::encode_external(term));
  }
}

std::string SharedTables::save() const {
  std::shared_lock lock(mutex_);
  support::ByteWriter out;
  out.varint(contents_.size());
  for (const auto& [token, content] : contents_) write(out, token, *content);
  return out.take();
}

std::string SharedTables::save_new() {
  std::unique_lock lock(mutex_);
  if (fresh_.empty()) return {};
  support::ByteWriter out;
  out.varint(fresh_.size());
  for (const core::Token token : fresh_) write(out, token, *contents_.at(token));
  fresh_.clear();
  return out.take();
}

void SharedTables::restore(std::string_view bytes) {
  support::ByteReader in(bytes, "checkpoint", "start again without it");
  beam::EtfHooks hooks;
  hooks.find_export = [this](Term m, Term f, std::uint32_t a) {
    return code_.find_export(m, f, a);
  };
  hooks.find_fun = [this](Term name, std::uint32_t index) -> const beam::FunEntry* {
    const beam::Module* module = code_.load(name);
    return module == nullptr || index >= module->funs->size() ? nullptr : &(*module->funs)[index];
  };
  beam::Heap scratch;
  for (std::size_t left = in.count(10); left > 0; --left) {
    const auto token = in.little<core::Token>();
    const auto written = in.number<std::uint8_t>(kReceiveOfVersion);
    const bool version = written == kReceiveOfVersion;
    const auto kind = version ? Content::Kind::kReceive : static_cast<Content::Kind>(written);
    beam::CodePointer receive = nullptr;
    if (kind == Content::Kind::kReceive) {
      const Term name = beam::intern(in.field());
      const std::string path(version ? in.field() : "");
      const beam::Module* module =
          version ? code_.version(name, std::string(in.field()), path, nullptr, nullptr)
                  : code_.load(name);
      const std::uint64_t offset = in.varint();
      if (module == nullptr || offset >= module->code.size()) in.fail("no such receive");
      receive = module->code.data() + offset;
    }
    std::vector<Term> terms[2];
    for (std::vector<Term>& list : terms) {
      for (std::size_t count = in.count(1); count > 0; --count) {
        const beam::Decoded decoded = beam::decode_external(scratch, in.field(), hooks);
        if (decoded.term.is_none()) in.fail("a term cannot be read: " + decoded.fault);
        list.push_back(decoded.term);
      }
    }
    put(token, kind, receive, terms[0], terms[1]);
    std::unique_lock lock(mutex_);
    fresh_.erase(token);
  }
  in.finish();
}

const Content* SharedTables::find(core::Token token) const {
  std::shared_lock lock(mutex_);
  const auto it = contents_.find(token);
  return it == contents_.end() ? nullptr : it->second.get();
}

}  // namespace heddle::erlang
