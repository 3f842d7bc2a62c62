// Visible functions: all operations within one call of such a function are one step (seed 000,
// section IV): for libraries that are known to be atomic, or are checked on their own.
//
// The step goes on with the next operation as long as the call has not returned. It ends earlier
// before a receive, before a second message to the same process (an event delivers one message to a
// mailbox), and when the function leaves the rest to another one by a tail call.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "beam/term/atom.hpp"
#include "erlang/program.hpp"
#include "support/check.hpp"

namespace heddle::erlang {

using beam::Pending;
using beam::Word;
using support::UserError;

void Program::find_visible() {
  for (const std::string& text : world_->options.visible) {
    const std::size_t colon = text.find(':');
    const std::size_t slash = text.rfind('/');
    std::uint32_t arity = 0;
    const char* const end = text.data() + text.size();
    const bool complete = colon != std::string::npos && slash != std::string::npos && colon < slash;
    if (!complete || std::from_chars(text.data() + slash + 1, end, arity).ptr != end) {
      throw UserError(fmt::format("--visible {}: give a function as module:function/arity", text));
    }
    const std::string name = text.substr(0, colon);
    const beam::Module* module = world_->code.load(beam::intern(name));
    if (module == nullptr) throw UserError(fmt::format("--visible {}: no module {}", text, name));
    const beam::Term function = beam::intern(text.substr(colon + 1, slash - colon - 1));
    const auto& all = module->functions;
    const auto it = std::find_if(all.begin(), all.end(), [&](const beam::LoadedFunction& f) {
      return f.name == function && f.arity == arity;
    });
    if (it == all.end()) {
      throw UserError(fmt::format("--visible {}: {} has no such function", text, name));
    }
    const beam::CodePointer after = std::next(it) == all.end()
                                        ? module->code.data() + module->code.size()
                                        : std::next(it)->begin;
    visible_.push_back({it->begin, after});
  }
}

std::optional<Word> Program::visible_frame(const Process& process) const {
  const Process::State& state = process.state;
  if (state.pending != Pending::kNative) return std::nullopt;
  std::optional<Word> outermost;
  // Whoever is returned to has its frame there.
  const auto consider = [&](beam::CodePointer address, Word frame) {
    const bool visible = std::any_of(visible_.begin(), visible_.end(), [&](const Range& range) {
      return address > range.begin && address <= range.end;
    });
    if (address != nullptr && visible) outermost = frame;
  };
  consider(state.ip, state.frame);
  const Word* frame = process.stack() + state.frame;
  while (frame > process.stack()) {
    const Word* below = frame - beam::kFrameHeader - beam::size_below(frame[1]);
    consider(std::bit_cast<beam::CodePointer>(frame[0]),
             static_cast<Word>(below - process.stack()));
    frame = below;
  }
  return outermost;
}

void Program::finish_visible(Process& process, Word frame, core::StepRecord& out) {
  const std::uint64_t fingerprint = out.fingerprint;
  const Last first = last_;
  core::StepRecord more;
  while (!process.dead() && process.state.pending == Pending::kNative &&
         machine_.lowest_frame() >= frame) {
    const beam::Machine::Mark here = machine_.mark();
    footprint_.go_on(more);
    machine_.forget_effects();
    step_operation(process, more);
    const bool twice =
        std::any_of(more.accesses.begin(), more.accesses.end(), [&](const core::Access& access) {
          return core::is_mailbox(access.kind) &&
                 std::any_of(out.accesses.begin(), out.accesses.end(),
                             [&](const core::Access& b) { return b.location == access.location; });
        });
    if (twice) {
      go_back(here);
      break;
    }
    footprint_.merge(more, out);
  }
  out.fingerprint = fingerprint;
  last_ = first;
}

}  // namespace heddle::erlang
