// TracePattern: what is set for the calls of one function (traces.hpp).
//
// Either it is global, and nothing else is set: calls from outside are told of. Or any of the
// others, which are about all calls of the function:
//
//   local       those of processes that are traced are told to their tracers
//   meta        those of all processes are told to one process, with the time
//   count       they are counted
//   time        those of processes that are traced are counted by process, with the time they took;
//               no time passes here while a process computes
//   breakpoint  error_handler:breakpoint/3 is called instead
#pragma once

#include <array>
#include <vector>

#include "beam/term/atom.hpp"
#include "beam/term/heap.hpp"

namespace heddle::beam {

struct TracePattern {
  Term scope = atoms::false_;  // global, local or false
  Term spec = Term::nil();     // of this one
  Term meta = atoms::false_;   // the process that is told
  Term meta_spec = Term::nil();
  Term count = atoms::false_;     // how many calls
  Term time = atoms::false_;      // a map from process to how many calls
  Term counts_on = atoms::true_;  // false: paused
  Term times_on = atoms::true_;   // likewise
  Term breakpoint = atoms::false_;

  /// `term`: what `to_term` gave, or none.
  static TracePattern of(Term term) {
    TracePattern pattern;
    if (term.is_none()) return pattern;
    Word i = 0;
    for (Term* field : pattern.fields()) *field = term.element(i++);
    return pattern;
  }
  Term to_term(Heap& heap) {
    std::vector<Term> values;
    for (const Term* field : fields()) values.push_back(*field);
    return heap.tuple(values);
  }
  bool is_empty() const {
    for (const Term set : {scope, meta, count, time, breakpoint}) {
      if (set != atoms::false_) return false;
    }
    return true;
  }
  bool is_breakpoint_only() const {
    return breakpoint == atoms::true_ && scope == atoms::false_ && meta == atoms::false_ &&
           count == atoms::false_ && time == atoms::false_;
  }

 private:
  std::array<Term*, 9> fields() {
    return {&scope, &spec, &meta, &meta_spec, &count, &time, &counts_on, &times_on, &breakpoint};
  }
};

}  // namespace heddle::beam
