#include "beam/vm/code.hpp"

#include <algorithm>
#include <functional>

#include "beam/bif/registry.hpp"
#include "beam/otp/modules.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/zeros.hpp"
#include "beam/vm/interpreter.hpp"
#include "beam/vm/ops.hpp"
#include "beam/vm/predecode.hpp"
#include "support/check.hpp"

namespace heddle::beam {

const LoadedFunction* Module::function_at(CodePointer address) const {
  const auto after = std::upper_bound(
      functions.begin(), functions.end(), address,
      [](CodePointer at, const LoadedFunction& function) { return at < function.begin; });
  return after == functions.begin() ? nullptr : &*(after - 1);
}

LineEntry Module::line_at(CodePointer address) const {
  const auto after =
      std::upper_bound(lines.begin(), lines.end(), address,
                       [](CodePointer at, const LineEntry& line) { return at < line.address; });
  if (after == lines.begin()) return {};
  const LineEntry& line = *(after - 1);
  // A line of the function before says nothing about this one.
  const LoadedFunction* function = function_at(address);
  return function != nullptr && line.address < function->begin ? LineEntry{} : line;
}

CodePointer Module::exported(const Export& entry) const {
  const auto it = std::lower_bound(
      exports.begin(), exports.end(), &entry,
      [](const auto& pair, const Export* wanted) { return std::less<>()(pair.first, wanted); });
  return it == exports.end() || it->first != &entry ? nullptr : it->second;
}

std::string Module::file_name(std::uint32_t index) const { return file->files.at(index); }

CodeBase::CodeBase(CodePath path)
    : path_(std::move(path)), release_(otp_release(path_.otp_root())) {
  set_zeros_differ(release_.number >= 27);
  for (const Native& native : natives()) {
    if (native.since > release_.number) continue;
    natives_.emplace(
        Key{intern(native.module).bits(), intern(native.function).bits(), native.arity}, &native);
  }
}

CodeBase::~CodeBase() = default;

const Native* CodeBase::find_native(Term module, Term function, std::uint32_t arity) const {
  const auto it = natives_.find(Key{module.bits(), function.bits(), arity});
  return it == natives_.end() ? nullptr : it->second;
}

bool CodeBase::has_natives(Term module) const {
  return std::any_of(natives_.begin(), natives_.end(),
                     [&](const auto& native) { return native.first.module == module.bits(); });
}

Export* CodeBase::find_export(Term module, Term function, std::uint32_t arity) {
  std::lock_guard lock(mutex_);
  auto& entry = exports_[Key{module.bits(), function.bits(), arity}];
  if (entry == nullptr) {
    entry = std::make_unique<Export>();
    entry->module = module;
    entry->function = function;
    entry->arity = arity;
    const Native* native = find_native(module, function, arity);
    if (native != nullptr && native->kind != NativeKind::kFirst) entry->native = native;
  }
  return entry.get();
}

const Module* CodeBase::loaded(Term module) const {
  std::lock_guard lock(mutex_);
  const auto it = modules_.find(module.bits());
  return it == modules_.end() ? nullptr : it->second.get();
}

std::vector<std::string> CodeBase::directories() {
  std::lock_guard lock(mutex_);
  return path_.directories();
}

const std::string& CodeBase::otp_root() {
  std::lock_guard lock(mutex_);
  return path_.otp_root();
}

const Module* CodeBase::load(Term module) {
  std::lock_guard lock(mutex_);
  if (const Module* known = loaded(module)) return known;
  const std::optional<std::string> path = path_.find(name_of(module));
  EtfHooks hooks;
  hooks.find_export = [this](Term m, Term f, std::uint32_t a) { return find_export(m, f, a); };
  if (!path) {
    for (const OwnModule& own : own_modules()) {
      if (name_of(module) != own.name) continue;
      const std::string bytes(reinterpret_cast<const char*>(own.bytes), own.size);
      return add(std::make_unique<BeamFile>(parse_beam(bytes, own.name, hooks)), own.name);
    }
    return nullptr;
  }
  return add(std::make_unique<BeamFile>(read_beam(*path, hooks)), *path);
}

const Module* CodeBase::add(std::unique_ptr<BeamFile> file, const std::string& path) {
  std::lock_guard lock(mutex_);
  auto module = std::make_unique<Module>();
  module->name = file->module;
  module->path = path;
  module->file = std::move(file);
  predecode(*module, *this);
  const Module* result = module.get();
  publish(*result);
  // Each machine runs its function on_load before.
  if (result->on_load != nullptr && !has_natives(result->name)) {
    asking_.insert(result->name.bits());
  }
  if (!asking_.contains(result->name.bits())) {
    for (const auto& [entry, code] : result->exports) {
      entry->code.store(code, std::memory_order_release);
    }
    for (std::size_t i = 0; i < result->fun_code.size(); ++i) {
      (*result->funs)[i].code.store(result->fun_code[i], std::memory_order_release);
    }
  }
  modules_[result->name.bits()] = std::move(module);
  return result;
}

std::shared_ptr<std::deque<FunEntry>> CodeBase::funs_of(const Module& module) {
  std::lock_guard lock(mutex_);
  const auto known = funs_.find({module.name.bits(), module.file->md5});
  if (known != funs_.end()) return known->second;
  auto funs = std::make_shared<std::deque<FunEntry>>();
  const void* ask = Interpreter::handlers()[static_cast<std::size_t>(Op::ask_version)];
  for (const Lambda& lambda : module.file->lambdas) {
    FunEntry& fun = funs->emplace_back();
    fun.module = module.name;
    fun.function = lambda.function;
    fun.arity = lambda.arity - lambda.free;
    fun.free = lambda.free;
    fun.index = lambda.index;
    fun.uniq = lambda.uniq;
    fun.maker = &module;
    fun.ask[0] = std::bit_cast<Word>(ask);
    fun.ask[1] = std::bit_cast<Word>(&fun);
    fun.code.store(fun.ask, std::memory_order_relaxed);
  }
  return funs;
}

void CodeBase::publish(const Module& module) {
  funs_.try_emplace({module.name.bits(), module.file->md5}, module.funs);
  by_address_.insert(std::upper_bound(by_address_.begin(), by_address_.end(), &module,
                                      [](const Module* a, const Module* b) {
                                        return std::less<>()(a->code.data(), b->code.data());
                                      }),
                     &module);
}

const Module* CodeBase::version(Term module, const std::string& bytes, const std::string& path,
                                const Module* not_this, const Module* nor_this) {
  std::lock_guard lock(mutex_);
  ask_machines(module);
  const auto entry = versions_.try_emplace(path + '\0' + bytes).first;
  for (const auto& known : entry->second) {
    if (known->name != module) return nullptr;
    if (known.get() != not_this && known.get() != nor_this) return known.get();
  }
  EtfHooks hooks;
  hooks.find_export = [this](Term m, Term f, std::uint32_t a) { return find_export(m, f, a); };
  auto made = std::make_unique<Module>();
  try {
    made->file = std::make_unique<BeamFile>(parse_beam(bytes, path, hooks));
  } catch (const support::UserError&) {
    return nullptr;
  }
  if (made->file->module != module) return nullptr;
  made->name = module;
  made->path = path;
  made->bytes = std::string_view(entry->first).substr(path.size() + 1);
  predecode(*made, *this);
  publish(*made);
  return entry->second.emplace_back(std::move(made)).get();
}

void CodeBase::ask_machines(Term module) {
  std::lock_guard lock(mutex_);
  if (!asking_.insert(module.bits()).second) return;
  const Module* known = loaded(module);
  if (known == nullptr) return;
  for (const auto& [entry, code] : known->exports) {
    entry->code.store(nullptr, std::memory_order_release);
  }
  for (FunEntry& fun : *known->funs) fun.code.store(fun.ask, std::memory_order_release);
}

bool CodeBase::asks_machines(Term module) const {
  std::lock_guard lock(mutex_);
  return asking_.contains(module.bits());
}

namespace {

const LoadedFunction* function_of(const Module* version, Term function, std::uint32_t arity) {
  if (version == nullptr) return nullptr;
  const auto found = std::ranges::find_if(version->functions, [&](const LoadedFunction& one) {
    return one.name == function && one.arity == arity;
  });
  return found == version->functions.end() ? nullptr : &*found;
}

}  // namespace

const TracePoint* CodeBase::known_trace_point(const Module* version, Term module, Term function,
                                              std::uint32_t arity) const {
  std::lock_guard lock(mutex_);
  const auto native = native_points_.find(Key{module.bits(), function.bits(), arity});
  if (native != native_points_.end()) return native->second.get();
  const LoadedFunction* found = function_of(version, function, arity);
  if (found == nullptr) return nullptr;
  const auto known = version->points.find(found->entry);
  return known == version->points.end() ? nullptr : known->second.get();
}

CodePointer CodeBase::traced_entry(const Module& version, CodePointer entry, bool local) const {
  if (!version.has_points.load(std::memory_order_acquire)) return entry;
  std::lock_guard lock(mutex_);
  const auto point = version.points.find(entry);
  if (point == version.points.end()) return entry;
  return local ? point->second->local : point->second->external;
}

const TracePoint* CodeBase::trace_point(const Module* version, Term module, Term function,
                                        std::uint32_t arity) {
  std::lock_guard lock(mutex_);
  if (const TracePoint* known = known_trace_point(version, module, function, arity)) return known;
  auto point = std::make_unique<TracePoint>();
  point->module = module;
  point->function = function;
  point->arity = arity;
  Export* entry = find_export(module, function, arity);
  const Native* native = find_native(module, function, arity);
  if (native != nullptr && native->kind != NativeKind::kFirst) {
    point->original = native;
    point->native = *native;
    point->native.kind = NativeKind::kTraced;
    entry->native.store(&point->native, std::memory_order_release);
    const Key key{module.bits(), function.bits(), arity};
    return native_points_.emplace(key, std::move(point)).first->second.get();
  }
  const LoadedFunction* found = function_of(version, function, arity);
  if (found == nullptr) return nullptr;
  point->entry = found->entry;
  const auto stub = [&](Word(&code)[2], Op op) {
    code[0] = std::bit_cast<Word>(Interpreter::handlers()[static_cast<std::size_t>(op)]);
    code[1] = std::bit_cast<Word>(point.get());
  };
  stub(point->external, Op::trace_external);
  stub(point->local, Op::trace_local);
  auto& changed = *const_cast<Module*>(version);
  for (const std::uint32_t at : changed.calls) {
    if (changed.code[at] != std::bit_cast<Word>(point->entry)) continue;
    std::atomic_ref(changed.code[at]).store(std::bit_cast<Word>(&point->local[0]));
  }
  // Those that ask the machine are led there by `traced_entry`.
  if (!asking_.contains(module.bits())) {
    if (version->exported(*entry) != nullptr) {
      entry->code.store(point->external, std::memory_order_release);
    }
    for (std::size_t i = 0; i < version->fun_code.size(); ++i) {
      if (version->fun_code[i] != point->entry) continue;
      (*version->funs)[i].code.store(point->local, std::memory_order_release);
    }
  }
  const TracePoint* result = point.get();
  changed.points.emplace(found->entry, std::move(point));
  changed.has_points.store(true, std::memory_order_release);
  return result;
}

bool CodeBase::is_library(const std::string& file) const {
  std::lock_guard lock(mutex_);
  return path_.is_library(file);
}

const Module* CodeBase::module_at(CodePointer address) const {
  std::lock_guard lock(mutex_);
  const auto after = std::upper_bound(
      by_address_.begin(), by_address_.end(), address,
      [](CodePointer at, const Module* module) { return std::less<>()(at, module->code.data()); });
  if (after == by_address_.begin()) return nullptr;
  const Module* module = *(after - 1);
  return module->contains(address) ? module : nullptr;
}

}  // namespace heddle::beam
