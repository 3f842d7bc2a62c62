// The programs of the papers, ready to run: `heddle ... lastzero(15)`.
//
// Each is written as text, with its source, and parsed like any other program. "{N}" in the text is
// the size. Unless a program is about joining, main spawns its processes and ends: spawning costs
// no races. Adding a program is adding one entry to the table.
#include <fmt/format.h>

#include <charconv>
#include <utility>

#include "support/check.hpp"
#include "toy/toy.hpp"

namespace heddle::toy {
namespace {

struct Entry {
  const char* name;
  int default_size;  // 0: takes none
  const char* description;
  const char* text;
};

// clang-format off
const Entry kEntries[] = {

// The newcomer's first counterexample: check, then act on what was true a moment ago.
{"bank", 0, "two withdrawals lose an update; main's assertion finds it", R"(
var balance = 100
var paid = 0

proc main() {
  first = spawn withdraw(80)
  second = spawn withdraw(80)
  join first
  join second
  rest = read balance
  out = read paid
  assert rest + out == 100
}

proc withdraw(amount) {
  seen = read balance
  if seen >= amount {
    write balance = seen - amount
    before = add(paid, amount)
  }
}
)"},

// Seed 002, table 3.1: 2^N schedulings, one for each set of readers that come before the writer.
{"readers", 2, "one writer of x and N readers of x (2^N classes)", R"(
var x = 0
array own[{N}] = 0

proc main() {
  spawn writer()
  i = 0
  while i < {N} {
    spawn reader(i)
    i = i + 1
  }
}

proc writer() {
  write x = 42
}

proc reader(i) {
  read own[i]
  r = read x
}
)"},

// Seed 002, table 3.1 and figure 2 of "Optimal DPOR" (POPL 2014): 64 schedulings for 5, 3 328 for 10.
{"lastzero", 5, "N writers raise array cells while a reader looks for the last zero", R"(
array cell[{N1}] = 0

proc main() {
  spawn reader()
  j = 1
  while j <= {N} {
    spawn writer(j)
    j = j + 1
  }
}

proc reader() {
  i = {N}
  r = read cell[i]
  while r != 0 {
    i = i - 1
    r = read cell[i]
  }
}

proc writer(j) {
  r = read cell[j - 1]
  write cell[j] = r + 1
}
)"},

// Seed 002, figure 2.1: four schedulings.
{"fig21", 0, "a writer and two readers of x (figure 2.1 of the dissertation)", R"(
var x = 0
var y = 0
var z = 0

proc main() {
  spawn p()
  spawn q()
  spawn r()
}

proc p() { write x = 1 }
proc q() { read y  a = read x }
proc r() { read z  a = read x }
)"},

// Seed 002, figure 3.1: seven schedulings; source DPOR meets sleep-set-blocked ones.
{"example31", 0, "control flow that depends on the scheduling (figure 3.1)", R"(
var x = 0
var y = 0
var z = 0

proc main() {
  spawn p()
  spawn q()
  spawn r()
  spawn s()
}

proc p() { l = read x }
proc q() { write y = 1 }
proc r() {
  m = read y
  if m == 0 { write z = 1 }
}
proc s() {
  n = read z
  o = read y
  if n == 1 { if o == 0 { write x = 1 } }
}
)"},

// Seed 002, figure 6.1: the read of y moved behind the check of n; five schedulings.
{"example31moved", 0, "figure 3.1 with the read of y after the check (figure 6.1)", R"(
var x = 0
var y = 0
var z = 0

proc main() {
  spawn p()
  spawn q()
  spawn r()
  spawn s()
}

proc p() { l = read x }
proc q() { write y = 1 }
proc r() {
  m = read y
  if m == 0 { write z = 1 }
}
proc s() {
  n = read z
  if n == 1 {
    o = read y
    if o == 0 { write x = 1 }
  }
}
)"},

// Seed 002, section 3.5: the optimal numbers are 6N + 1 (7, 13, ... 55) and source DPOR needs exponentially more. The
// text of that program is not in the seed; this chain has both properties (and the paper's 12 for source DPOR and
// N = 1): the one class in which s reads z after r and y after q goes on to the next stage instead of ending, and it
// can be reached in sleep-set-blocked explorations, so that those multiply.
{"example31ext", 2, "N stages of figure 3.1, one behind the other (6N+1 classes)", R"(
array x[{N}] = 0
array y[{N}] = 0
array z[{N}] = 0

proc main() {
  spawn p(0)
  spawn q(0)
  spawn r(0)
  spawn s(0)
}

proc p(i) {
  l = read x[i]
}
proc q(i) { write y[i] = 1 }
proc r(i) {
  m = read y[i]
  if m == 0 { write z[i] = 1 }
}
proc s(i) {
  n = read z[i]
  o = read y[i]
  if n == 1 {
    if o == 0 {
      write x[i] = 1
    } else if i + 1 < {N} {
      spawn p(i + 1)
      spawn q(i + 1)
      spawn r(i + 1)
      spawn s(i + 1)
    }
  }
}
)"},

// Seed 002, table 3.1, example-3.1-ext: the same chain of figure 6.1; 4N + 1 schedulings (29, 33, 37 for 7, 8, 9).
{"example31movedext", 2, "N stages of figure 6.1, one behind the other (4N+1 classes)", R"(
array x[{N}] = 0
array y[{N}] = 0
array z[{N}] = 0

proc main() {
  spawn p(0)
  spawn q(0)
  spawn r(0)
  spawn s(0)
}

proc p(i) {
  l = read x[i]
}
proc q(i) { write y[i] = 1 }
proc r(i) {
  m = read y[i]
  if m == 0 { write z[i] = 1 }
}
proc s(i) {
  n = read z[i]
  if n == 1 {
    o = read y[i]
    if o == 0 {
      write x[i] = 1
    } else if i + 1 < {N} {
      spawn p(i + 1)
      spawn q(i + 1)
      spawn r(i + 1)
      spawn s(i + 1)
    }
  }
}
)"},

// Figure 3.1 with N copies of q, r and s beside each other that share x and p.
{"example31copies", 2, "N copies of q, r, s of figure 3.1 with one x and one p", R"(
var x = 0
array y[{N}] = 0
array z[{N}] = 0

proc main() {
  spawn p()
  i = 0
  while i < {N} {
    spawn q(i)
    spawn r(i)
    spawn s(i)
    i = i + 1
  }
}

proc p() { l = read x }
proc q(i) { write y[i] = 1 }
proc r(i) {
  m = read y[i]
  if m == 0 { write z[i] = 1 }
}
proc s(i) {
  n = read z[i]
  o = read y[i]
  if n == 1 { if o == 0 { write x = 1 } }
}
)"},

// Flanagan and Godefroid, POPL 2005, figure 2; seed 002, table 3.1: 8 schedulings for 12, 4 096 for 15.
{"indexer", 12, "N threads insert into a hash table by compare-and-swap", R"(
array table[128] = 0

proc main() {
  tid = 0
  while tid < {N} {
    spawn thread(tid)
    tid = tid + 1
  }
}

proc thread(tid) {
  m = 1
  while m <= 4 {
    w = m * 11 + tid
    h = w * 7 % 128
    ok = cas(table[h], 0, w)
    while !ok {
      h = (h + 1) % 128
      ok = cas(table[h], 0, w)
    }
    m = m + 1
  }
}
)"},

// Flanagan and Godefroid, POPL 2005, figure 1; seed 002, table 3.1: 2, 8, 32, 64 schedulings for 14, 16, 18, 19.
{"filesystem", 14, "N threads allocate blocks for inodes under locks", R"(
array inode[32] = 0
array busy[26] = 0
mutex locki[32]
mutex lockb[26]

proc main() {
  tid = 0
  while tid < {N} {
    spawn thread(tid)
    tid = tid + 1
  }
}

proc thread(tid) {
  i = tid % 32
  lock locki[i]
  node = read inode[i]
  if node == 0 {
    b = i * 2 % 26
    while 1 {
      lock lockb[b]
      taken = read busy[b]
      if taken == 0 {
        write busy[b] = 1
        write inode[i] = b + 1
        unlock lockb[b]
        break
      }
      unlock lockb[b]
      b = (b + 1) % 26
    }
  }
  unlock locki[i]
}
)"},

// Seed 002, section 4.1: N! schedulings, N of them different for the one who reads at the end.
{"writers", 3, "N writers of x, read after all have ended (N! classes, N with observers)", R"(
var x = 0

proc main() {
  i = 1
  while i <= {N} {
    spawn writer(i)
    i = i + 1
  }
  i = 1
  while i <= {N} {
    join handle(i)
    i = i + 1
  }
  r = read x
  assert r > 0
}

proc writer(i) {
  write x = i
}
)"},

// Seed 002, section 4.1: only the first message is observed, so N instead of N! schedulings.
{"firstof", 3, "N processes send, one message is received (N! classes, N with observers)", R"(
proc main() {
  target = spawn receiver()
  i = 1
  while i <= {N} {
    spawn sender(target, i)
    i = i + 1
  }
}

proc receiver() {
  receive { (x) -> {} }
}

proc sender(target, i) {
  send target (i)
}
)"},

// Seed 002, table 4.1: (2N)!/(N+1)! schedulings (30, 336, 5 040, ...), N! with observers.
{"lock", 3, "a lock server and N clients by messages ((2N)!/(N+1)! classes, N! with observers)", R"(
const acquire = 1
const granted = 2
const release = 3

proc main() {
  keeper = spawn server()
  i = 0
  while i < {N} {
    spawn client(keeper)
    i = i + 1
  }
}

proc server() {
  i = 0
  while i < {N} {
    receive { (acquire, c) -> { send c (granted) } }
    receive { (release, ^c) -> {} }
    i = i + 1
  }
}

proc client(keeper) {
  send keeper (acquire, self)
  receive { (granted) -> {} }
  send keeper (release, self)
}
)"},

// Seed 002, table 4.1: N! schedulings, one with observers.
{"selective", 3, "N messages received in a fixed order (N! classes, 1 with observers)", R"(
proc main() {
  target = spawn receiver()
  i = 1
  while i <= {N} {
    spawn sender(target, i)
    i = i + 1
  }
}

proc receiver() {
  i = 1
  while i <= {N} {
    receive { (^i) -> {} }
    i = i + 1
  }
}

proc sender(target, i) {
  send target (i)
}
)"},

// Long runs of questions and answers: what they cost must grow with their length only.
{"dialogue", 2, "a server answers N questions of each of two clients ((2N)!/(N!N!) classes)", R"(
proc main() {
  answers = spawn server()
  spawn client(answers)
  spawn client(answers)
}

proc server() {
  i = 0
  while i < 2 * {N} {
    receive { (c, question) -> { send c (question) } }
    i = i + 1
  }
}

proc client(answers) {
  i = 0
  while i < {N} {
    send answers (self, i)
    receive { (^i) -> {} }
    i = i + 1
  }
}
)"},

// Seed 001, figure 1: {val,0} is not accepted, so only {val,1} and {val,2} race.
{"vidal1", 0, "a receive with a guard (figure 1 of Vidal's paper)", R"(
const val = 1
const error = 2

proc main() {
  p2 = spawn proc2()
  p3 = spawn proc3(p2)
  send p2 (val, 1)
}

proc proc2() {
  receive {
    (val, m) when m > 0 -> { ok = m }
    (error) -> { ok = -1 }
  }
}

proc proc3(p2) {
  send p2 (val, 0)
  send p2 (val, 2)
}
)"},

// Seed 001, examples 4 and 5, figure 3: message i is (i); p1 is main, p3 = main.1, p2 = main.2, p4 = main.3,
// p5 = main.4. The second receive of p3 accepts all messages but the fourth.
{"vidal3", 0, "eight messages between five processes (figure 3 of Vidal's paper)", R"(
proc main() {
  a = spawn p3(self)
  spawn p2(a)
  spawn p4(a)
  spawn p5(a)
  receive { (m5) -> {} }
  send a (7)
}

proc p2(a) {
  send a (2)
}

proc p3(one) {
  receive { (first) -> {} }
  send handle(3) (3)
  receive { (second) when second != 4 -> {} }
  receive { (third) -> {} }
  send one (5)
  receive { (fourth) -> {} }
}

proc p4(a) {
  receive { (m3) -> {} }
  send a (6)
}

proc p5(a) {
  send a (1)
  send a (4)
  send a (8)
}
)"},

// Dijkstra's dining philosophers, all left-handed.
{"philosophers", 3, "N dining philosophers, who can starve together", R"(
mutex fork[{N}]

proc main() {
  i = 0
  while i < {N} {
    spawn philosopher(i)
    i = i + 1
  }
}

proc philosopher(i) {
  lock fork[i]
  lock fork[(i + 1) % {N}]
  unlock fork[(i + 1) % {N}]
  unlock fork[i]
}
)"},

// Two locks in two orders.
{"mutexes", 0, "two processes take two mutexes in opposite orders and can deadlock", R"(
mutex a
mutex b

proc main() {
  spawn one()
  spawn two()
}

proc one() {
  lock a
  lock b
  unlock b
  unlock a
}

proc two() {
  lock b
  lock a
  unlock a
  unlock b
}
)"},

// A buffer of one place; a correct use of a condition (tested again after each wait).
{"producer_consumer", 0, "a one-place buffer with a mutex and a condition", R"(
var full = 0
var item = 0
mutex m
condition filled

proc main() {
  spawn consumer()
  spawn producer()
}

proc producer() {
  lock m
  write item = 42
  write full = 1
  signal filled
  unlock m
}

proc consumer() {
  lock m
  f = read full
  while f == 0 {
    wait filled m
    f = read full
  }
  got = read item
  unlock m
  assert got == 42
}
)"},

// Peterson 1981. A loop that spins for ever has no end to explore; this one gives up after two looks.
{"peterson", 0, "Peterson's mutual exclusion, giving up after two looks", R"(
array flag[2] = 0
var turn = 0
var inside = 0

proc main() {
  spawn worker(0)
  spawn worker(1)
}

proc worker(me) {
  other = 1 - me
  write flag[me] = 1
  write turn = other
  waiting = 1
  looks = 0
  while waiting && looks < 2 {
    f = read flag[other]
    if f == 0 {
      waiting = 0
    } else {
      t = read turn
      waiting = t == other
    }
    looks = looks + 1
  }
  if !waiting {
    others = add(inside, 1)
    assert others == 0
    add(inside, -1)
    write flag[me] = 0
  }
}
)"},

// The simplest use of a mutex.
{"counter", 2, "N threads add one under a mutex; main checks the sum", R"(
var x = 0
mutex m

proc main() {
  i = 1
  while i <= {N} {
    spawn worker()
    i = i + 1
  }
  i = 1
  while i <= {N} {
    join handle(i)
    i = i + 1
  }
  sum = read x
  assert sum == {N}
}

proc worker() {
  lock m
  r = read x
  write x = r + 1
  unlock m
}
)"},

// A receive with a timeout either gets the message or goes on without.
{"timeout", 0, "a receive with after races with a send", R"(
proc main() {
  target = spawn receiver()
  send target (1)
}

proc receiver() {
  receive {
    (x) -> { got = x }
    after -> { got = -1 }
  }
}
)"},

// With delayed delivery the messages of different senders overtake each other, those of one sender do not.
{"delayed", 0, "three messages from two senders with delayed delivery", R"(
delivery delayed

proc main() {
  target = spawn receiver()
  spawn sender(target)
  send target (1)
  send target (2)
}

proc receiver() {
  receive { (a) -> {} }
  receive { (b) -> {} }
  receive { (c) -> {} }
  // The messages of main arrive in order.
  assert !(a == 2 && b == 1) && !(b == 2 && c == 1) && !(a == 2 && c == 1)
}

proc sender(target) {
  send target (3)
}
)"},

};
// clang-format on

std::string replaced(std::string text, std::string_view from, const std::string& to) {
  for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    text.replace(at, from.size(), to);
  }
  return text;
}

/// Splits "name(N)"; the size is 0 if there is none.
std::pair<std::string_view, int> split_size(std::string_view name) {
  const std::size_t open = name.find('(');
  if (open == std::string_view::npos) return {name, 0};
  int size = 0;
  const char* end = name.data() + name.size();
  const auto [at, error] = std::from_chars(name.data() + open + 1, end, size);
  if (error != std::errc{} || at + 1 != end || *at != ')' || size < 1 || size > 10'000) {
    throw support::UserError(fmt::format(
        "'{}' has no valid size; write name(N) with N from 1 to 10000, e.g. lastzero(5)", name));
  }
  return {name.substr(0, open), size};
}

}  // namespace

std::vector<BuiltinInfo> builtins() {
  std::vector<BuiltinInfo> out;
  for (const Entry& entry : kEntries) {
    out.push_back({entry.name, entry.description, entry.default_size != 0, entry.default_size});
  }
  return out;
}

std::shared_ptr<const Source> builtin(std::string_view name) {
  auto [base, size] = split_size(name);
  for (const Entry& entry : kEntries) {
    if (base != entry.name) continue;
    if (size != 0 && entry.default_size == 0) {
      throw support::UserError(fmt::format("the program '{0}' takes no size; write {0}", base));
    }
    if (size == 0) size = entry.default_size;
    std::string text = replaced(entry.text + 1, "{N}", std::to_string(size));
    text = replaced(std::move(text), "{N1}", std::to_string(size + 1));
    return parse(text, entry.default_size == 0 ? fmt::format("<{}>", base)
                                               : fmt::format("<{}({})>", base, size));
  }
  std::string known;
  for (const Entry& entry : kEntries)
    known += (known.empty() ? "" : ", ") + std::string(entry.name);
  throw support::UserError(
      fmt::format("there is no built-in program '{}'; choose one of {}", name, known));
}

}  // namespace heddle::toy
