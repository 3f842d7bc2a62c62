// Loaded code: modules predecoded for the interpreter, and the exports that connect them.
//
// Code is shared by all machines and never changes once loaded: what a program replaces is another
// version of the module, and which one is meant is a matter of the machine (code_versions.cpp). An
// instruction is a word with the
// address of its handler and a word for each operand:
//
//   source        a constant term, or a register: x(n) is n << 3, y(n) is n << 3 | 4
//   destination   a register
//   label         the address of the code there; 0: none, failing raises
//   number        itself
//   Export*, Native*, FunEntry*, SwitchTable*: themselves
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "beam/loader/beam_file.hpp"
#include "beam/loader/code_path.hpp"
#include "beam/loader/otp_release.hpp"
#include "beam/term/function.hpp"
#include "beam/vm/marks.hpp"
#include "beam/vm/native.hpp"

namespace heddle::beam {

constexpr Word x_operand(Word index) { return index << 3; }
constexpr Word y_operand(Word index) { return (index << 3) | 4; }

/// A function of a module, for stack traces.
struct LoadedFunction {
  Term name;
  std::uint32_t arity = 0;
  CodePointer begin = nullptr;  // its func_info
  CodePointer entry = nullptr;
};

/// A source line from this address on.
struct LineEntry {
  CodePointer address = nullptr;
  std::uint32_t file = 0;
  std::uint32_t line = 0;
};

/// A function that somebody may trace: calls of it lead here first (traces.cpp).
struct TracePoint {
  Native native;                     // in the place of `original`; first, as exports point to it
  const Native* original = nullptr;  // null: it is code
  Term module;
  Term function;
  std::uint32_t arity = 0;
  CodePointer entry = nullptr;
  Word external[2] = {};  // code: where calls from outside lead
  Word local[2] = {};     // and those from inside, and of funs
};

struct Module {
  Term name;
  std::string path;                // of its .beam
  std::unique_ptr<BeamFile> file;  // owns literals and strings
  std::vector<Word> code;
  std::vector<LoadedFunction> functions;  // by address
  std::vector<LineEntry> lines;           // by address
  std::vector<std::uint32_t> calls;       // where the labels of local calls stand in `code`
  std::shared_ptr<std::deque<FunEntry>> funs;
  std::vector<CodePointer> fun_code;                     // of this version, by index
  std::vector<std::pair<Export*, CodePointer>> exports;  // by address of the export
  std::deque<std::vector<Word>> tables;  // of select_val and other lists of operands
  std::unique_ptr<FunEntry> on_load;     // null: it has no such function
  std::string_view bytes{};              // of a version that a program has loaded; else empty
  // By entry: functions that somebody may trace. Others may look while one is added.
  std::unordered_map<CodePointer, std::unique_ptr<TracePoint>> points;
  std::atomic<bool> has_points{false};

  bool is_version() const { return !bytes.empty(); }
  bool has(const FunEntry& fun) const { return fun.maker->funs == funs; }
  /// Null if it is not exported.
  CodePointer exported(const Export& entry) const;
  bool contains(CodePointer address) const {
    return address >= code.data() && address < code.data() + code.size();
  }
  const LoadedFunction* function_at(CodePointer address) const;
  /// File and line of the instruction before `address`; line 0 if there is none.
  LineEntry line_at(CodePointer address) const;
  std::string file_name(std::uint32_t index) const;
};

class CodeBase {
 public:
  explicit CodeBase(CodePath path);
  ~CodeBase();

  /// The entry for M:F/A; made if nobody named it before. Never moves.
  Export* find_export(Term module, Term function, std::uint32_t arity);
  /// Loads a module unless it is loaded. Null if there is none of that name. Throws UserError if it
  /// is damaged.
  const Module* load(Term module);
  const Module* loaded(Term module) const;
  /// Adds a module from bytes.
  const Module* add(std::unique_ptr<BeamFile> file, const std::string& path);
  /// A version of a module that is neither of these two, and is not found by its name: whoever
  /// loads the same bytes again, in this run or another one, gets the same one. Null if they are
  /// not such a module.
  const Module* version(Term module, const std::string& bytes, const std::string& path,
                        const Module* not_this, const Module* nor_this);
  /// From now on calls of this module from outside, and of its funs, ask the machine.
  void ask_machines(Term module);
  /// From now on calls of this function ask the machine. `version`: of the module, null if there
  /// is none. Null: it is not there.
  const TracePoint* trace_point(const Module* version, Term module, Term function,
                                std::uint32_t arity);
  /// Null: nobody has asked for it.
  const TracePoint* known_trace_point(const Module* version, Term module, Term function,
                                      std::uint32_t arity) const;
  /// Where a call leads that leads to `entry`: there, or to its trace point.
  CodePointer traced_entry(const Module& version, CodePointer entry, bool local) const;
  /// Whether calls of this module ask the machine for its version.
  bool asks_machines(Term module) const;
  /// Whether some of its functions are natives.
  bool has_natives(Term module) const;
  /// Those that have one MD5 share them.
  std::shared_ptr<std::deque<FunEntry>> funs_of(const Module& module);
  /// The module whose code holds this address.
  const Module* module_at(CodePointer address) const;
  const Native* find_native(Term module, Term function, std::uint32_t arity) const;
  /// The directories where modules are looked for.
  std::vector<std::string> directories();
  const std::string& otp_root();
  /// Of the OTP whose libraries are used.
  const OtpRelease& release() const { return release_; }
  /// Whether a file belongs to OTP or Elixir.
  bool is_library(const std::string& file) const;
  /// Of the modules that were instrumented.
  Marks& marks() { return marks_; }
  const Marks& marks() const { return marks_; }

 private:
  struct Key {
    Word module;
    Word function;
    std::uint32_t arity;
    bool operator==(const Key&) const = default;
  };
  struct KeyHash {
    std::size_t operator()(const Key& key) const {
      return (key.module * 0x9e3779b97f4a7c15ULL ^ key.function) * 0xbf58476d1ce4e5b9ULL +
             key.arity;
    }
  };
  void publish(const Module& module);

  CodePath path_;
  OtpRelease release_;
  mutable std::recursive_mutex mutex_;
  std::unordered_map<Key, std::unique_ptr<Export>, KeyHash> exports_;
  std::unordered_map<Key, const Native*, KeyHash> natives_;
  std::unordered_map<Word, std::unique_ptr<Module>> modules_;                       // by name
  std::unordered_map<std::string, std::vector<std::unique_ptr<Module>>> versions_;  // by content
  std::map<std::pair<Word, std::array<std::uint8_t, 16>>, std::shared_ptr<std::deque<FunEntry>>>
      funs_;
  std::unordered_set<Word> asking_;  // modules whose calls ask the machine
  std::unordered_map<Key, std::unique_ptr<TracePoint>, KeyHash> native_points_;
  std::vector<const Module*> by_address_;
  Marks marks_;
};

}  // namespace heddle::beam
