// What <thread>, <mutex>, <atomic>, <future>, <memory> and their neighbours offer, written against
// `conc` (heddle/conc.hpp) and compiled twice: the standard library says what comes out. Each part
// is deterministic, in one thread where that is enough. The test that includes it says which
// namespace the parts are in, since both builds are in one program here.
#include <chrono>
#include <compare>
#include <exception>
#include <functional>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "heddle/conc.hpp"

namespace SAMPLE_NAMESPACE {

using namespace std::chrono_literals;

/// What was seen, in order.
using Seen = std::vector<long>;

struct Base {
  virtual ~Base() = default;
};
struct Derived : Base, conc::enable_shared_from_this<Derived> {
  int value = 4;
  int get(int more) const { return value + more; }
};
/// With padding after `letter`.
struct Padded {
  char letter;
  int number;
};

inline std::string text(const Seen& seen) {
  std::string all;
  for (const long value : seen) all += std::to_string(value) + ' ';
  return all;
}

inline std::string threads() {
  Seen seen;
  static_assert(!std::is_copy_constructible_v<conc::thread>);
  static_assert(std::is_nothrow_move_constructible_v<conc::thread>);
  conc::thread none;
  int reached = 0;
  conc::thread t([&](int a, std::unique_ptr<int> p) { reached = a + *p; }, 1,
                 std::make_unique<int>(2));
  const conc::thread::id id = t.get_id();
  seen.push_back(id == conc::thread::id());
  seen.push_back((id <=> none.get_id()) == std::strong_ordering::equal);
  seen.push_back(std::hash<conc::thread::id>()(id) == std::hash<conc::thread::id>()(t.get_id()));
  std::ostringstream out;
  out << id;
  seen.push_back(out.str().empty());
  none.swap(t);
  swap(none, t);
  seen.insert(seen.end(), {none.joinable(), t.joinable()});
  t.join();
  seen.insert(seen.end(), {reached, t.joinable(), conc::thread::hardware_concurrency() > 0});
  Derived object;
  conc::thread member(&Derived::get, &object, 1);
  member = (member.join(), conc::thread([](int& value) { value = 7; }, std::ref(object.value)));
  member.join();
  seen.push_back(object.value);
  std::unordered_map<conc::thread::id, int> names{{conc::this_thread::get_id(), 1}};
  seen.push_back(names.at(conc::this_thread::get_id()));
  conc::this_thread::yield();
  conc::this_thread::sleep_for(1ms);
  conc::this_thread::sleep_until(conc_chrono::steady_clock::now() + 1ms);
  conc::this_thread::sleep_until(conc_chrono::system_clock::now() + 1ms);
  return text(seen);
}

inline std::string stopping() {
  Seen seen;
  conc::jthread waits([](conc::stop_token stop) {
    while (!stop.stop_requested()) conc::this_thread::yield();
  });
  conc::jthread plain([&] { seen.push_back(1); });
  plain.join();
  seen.push_back(waits.get_stop_token() == waits.get_stop_source().get_token());
  seen.push_back(waits.request_stop());
  waits.join();
  conc::stop_source source;
  const conc::stop_token token = source.get_token();
  conc::stop_callback counted(token, [&] { seen.push_back(2); });
  seen.insert(seen.end(), {token.stop_possible(), source.stop_requested()});
  seen.insert(seen.end(), {source.request_stop(), source.request_stop(), token.stop_requested()});
  const conc::stop_callback late(token, [&] { seen.push_back(3); });
  const conc::stop_source never(conc::nostopstate);
  seen.insert(seen.end(), {never.stop_possible(), conc::stop_token().stop_possible()});
  return text(seen);
}

inline std::string locks() {
  Seen seen;
  conc::mutex m;
  conc::recursive_mutex again;
  conc::timed_mutex timed;
  conc::recursive_timed_mutex timed_again;
  conc::shared_mutex shared;
  conc::shared_timed_mutex timed_shared;
  {
    conc::lock_guard guard(m);
    conc::thread other([&] { seen.push_back(m.try_lock()); });
    other.join();
  }
  {
    conc::unique_lock<conc::mutex> lock(m, conc::defer_lock);
    seen.push_back(lock.owns_lock());
    seen.push_back(lock.try_lock());
    conc::unique_lock<conc::mutex> moved(std::move(lock));
    seen.insert(seen.end(), {lock.mutex() == nullptr, moved.mutex() == &m, bool(moved)});
    try {
      moved.lock();
    } catch (const std::system_error& e) {
      seen.push_back(e.code() == std::errc::resource_deadlock_would_occur);
    }
    moved.unlock();
    moved.swap(lock);
    lock.release();
  }
  {
    m.lock();
    conc::lock_guard adopted(m, conc::adopt_lock);
    conc::scoped_lock two(again, timed);
    [[maybe_unused]] conc::scoped_lock none;
    again.lock();
    again.unlock();
  }
  seen.push_back(conc::try_lock(m, again));
  conc::thread fails([&] { seen.push_back(conc::try_lock(timed, m)); });
  fails.join();
  m.unlock();
  again.unlock();
  conc::lock(m, again, timed);
  m.unlock();
  again.unlock();
  timed.unlock();
  seen.push_back(timed.try_lock_for(1s));
  timed.unlock();
  seen.push_back(timed_again.try_lock_until(conc_chrono::steady_clock::now() + 1s));
  timed_again.unlock();
  {
    conc::unique_lock lock(timed, 1s);
    seen.push_back(lock.owns_lock());
  }
  {
    conc::shared_lock one(shared);
    conc::thread other([&] {
      seen.push_back(shared.try_lock_shared());
      shared.unlock_shared();
      seen.push_back(shared.try_lock());
    });
    other.join();
    conc::shared_lock two(timed_shared, conc::try_to_lock);
    seen.push_back(two.owns_lock());
  }
  seen.push_back(timed_shared.try_lock_shared_for(1s));
  timed_shared.unlock_shared();
  seen.push_back(timed_shared.try_lock_until(conc_chrono::steady_clock::now() + 1s));
  timed_shared.unlock();
  conc::once_flag once;
  for (int i = 0; i < 2; ++i)
    conc::call_once(
        once, [&](int x) { seen.push_back(x); }, 9);
  return text(seen);
}

inline std::string waiting() {
  Seen seen;
  conc::mutex m;
  conc::shared_mutex shared;
  conc::condition_variable one;
  conc::condition_variable_any any;
  const auto yes = [] { return true; };
  const auto no = [] { return false; };
  {
    conc::unique_lock lock(m);
    one.wait(lock, yes);
    seen.push_back(one.wait_for(lock, 1ms, yes));
    seen.push_back(one.wait_for(lock, 1ms, no));
    seen.push_back(one.wait_until(lock, conc_chrono::steady_clock::now() + 1ms, no));
    any.wait(lock, yes);
  }
  one.notify_one();
  one.notify_all();
  conc::stop_source source;
  source.request_stop();
  conc::shared_lock lock(shared);
  seen.push_back(any.wait(lock, source.get_token(), no));
  seen.push_back(any.wait_for(lock, source.get_token(), 1s, no));
  seen.push_back(any.wait_until(lock, conc_chrono::steady_clock::now() + 1ms, no));
  any.notify_all();
  return text(seen);
}

inline std::string counters() {
  Seen seen;
  conc::counting_semaphore<5> some(2);
  static_assert(conc::counting_semaphore<5>::max() >= 5);
  some.acquire();
  seen.insert(seen.end(), {some.try_acquire(), some.try_acquire()});
  seen.push_back(some.try_acquire_for(1ms));
  some.release(2);
  seen.push_back(some.try_acquire_until(conc_chrono::steady_clock::now() + 1s));
  conc::binary_semaphore lamp(0);
  seen.push_back(lamp.try_acquire());
  lamp.release();
  lamp.acquire();
  conc::latch latch(3);
  latch.count_down(2);
  seen.push_back(latch.try_wait());
  latch.arrive_and_wait();
  latch.wait();
  auto completed = [&]() noexcept { seen.push_back(5); };
  conc::barrier<decltype(completed)> barrier(2, completed);
  auto token = barrier.arrive();
  barrier.arrive_and_drop();
  barrier.wait(std::move(token));
  barrier.arrive_and_wait();
  conc::barrier plain(1);
  plain.arrive_and_wait();
  seen.insert(seen.end(), {conc::latch::max() > 3, conc::barrier<>::max() > 3});
  return text(seen);
}

inline std::string atomics() {
  Seen seen;
  conc::atomic<int> a{1};
  static_assert(std::is_same_v<conc::atomic<int>::value_type, int>);
  static_assert(std::is_same_v<conc::atomic<int>::difference_type, int>);
  static_assert(conc::atomic<int>::is_always_lock_free);
  seen.insert(seen.end(), {a = 2, a++, ++a, a--, --a, a += 5, a -= 1, a &= 7, a |= 8, a ^= 1, a});
  seen.insert(seen.end(), {a.fetch_add(1, conc::memory_order_relaxed), a.fetch_sub(1),
                           a.fetch_and(12), a.fetch_or(1), a.fetch_xor(3), a.exchange(3)});
  int expected = 4;
  seen.insert(seen.end(), {a.compare_exchange_strong(expected, 5), expected});
  seen.push_back(a.compare_exchange_strong(expected, 5, conc::memory_order_acq_rel,
                                           conc::memory_order_relaxed));
  while (!a.compare_exchange_weak(expected, 6)) {
  }
  a.wait(100);
  a.notify_one();
  a.notify_all();
  seen.insert(seen.end(), {a.load(), a.is_lock_free()});
  int cells[4] = {10, 11, 12, 13};
  conc::atomic<int*> p{cells};
  seen.insert(seen.end(),
              {*++p, *p++, *(p += 1), *(p -= 2), *p.fetch_add(1), *p.fetch_sub(1), *--p});
  conc::atomic<double> d{1.5};
  d += 1.5;
  d -= 0.5;
  d.fetch_add(1);
  d.fetch_sub(0.5);
  seen.push_back(static_cast<long>(d.load() * 10));
  conc::atomic_bool b = false;
  seen.insert(seen.end(), {b.exchange(true), b});
  conc::atomic_flag flag = ATOMIC_FLAG_INIT;
  seen.insert(seen.end(), {flag.test_and_set(), flag.test()});
  flag.wait(false);
  flag.clear();
  flag.notify_one();
  seen.insert(seen.end(), {conc::atomic_flag_test_and_set(&flag), flag.test()});
  conc::atomic_flag_clear_explicit(&flag, conc::memory_order_release);
  int raw = 5;
  {
    conc::atomic_ref<int> ref(raw);
    conc::atomic_ref<int> copy(ref);
    static_assert(conc::atomic_ref<int>::required_alignment >= alignof(int));
    seen.insert(seen.end(), {ref++, copy.fetch_add(2), ref += 1, ref.exchange(1), copy.load()});
    expected = 1;
    seen.push_back(ref.compare_exchange_strong(expected, 4));
    copy.store(8);
    ref.notify_all();
  }
  seen.push_back(raw);
  conc::atomic_store(&a, 3);
  seen.insert(seen.end(),
              {conc::atomic_load(&a), conc::atomic_fetch_add(&a, 2), conc::atomic_fetch_xor(&a, 1),
               conc::atomic_exchange_explicit(&a, 9, conc::memory_order_acquire)});
  expected = 9;
  seen.push_back(conc::atomic_compare_exchange_strong(&a, &expected, 2));
  conc::atomic_wait(&a, 77);
  conc::atomic_notify_all(&a);
  conc::atomic_thread_fence(conc::memory_order_seq_cst);
  conc::atomic_signal_fence(conc::memory_order_acq_rel);
  conc::atomic_size_t size{1};
  conc::atomic_uint64_t wide{2};
  conc::atomic_char letter{'x'};
  conc::atomic<Derived*> nobody{nullptr};
  seen.insert(seen.end(), {long(size.load()), long(wide.load()), letter, nobody.load() == nullptr,
                           conc::kill_dependency(6)});
  volatile conc::atomic<int> device{1};
  device.store(2);
  seen.push_back(device.load());
  ++device;
  device += 3;
  seen.push_back(device.exchange(9));
  int nine = 9;
  seen.push_back(device.compare_exchange_strong(nine, 4));
  seen.push_back(device.fetch_or(3));
  device = 5;
  seen.push_back(device);
  volatile conc::atomic_flag signal{};
  seen.push_back(signal.test_and_set());
  seen.push_back(signal.test());
  signal.clear();
  seen.push_back(signal.test());
  return text(seen);
}

inline std::string futures() {
  Seen seen;
  conc::promise<int> promise;
  conc::future<int> future = promise.get_future();
  seen.push_back(future.wait_for(0s) == conc::future_status::timeout);
  promise.set_value(4);
  seen.push_back(future.wait_for(1s) == conc::future_status::ready);
  seen.insert(seen.end(), {future.valid(), future.get(), future.valid()});
  int target = 5;
  conc::promise<int&> reference;
  reference.set_value(target);
  seen.push_back(&reference.get_future().get() == &target);
  conc::promise<void> nothing;
  const conc::shared_future<void> shared = nothing.get_future().share();
  const conc::shared_future<void> copy = shared;
  nothing.set_value();
  copy.wait();
  shared.get();
  conc::promise<std::string> failing;
  failing.set_exception(std::make_exception_ptr(std::runtime_error("x")));
  try {
    failing.get_future().get();
  } catch (const std::runtime_error&) {
    seen.push_back(6);
  }
  const auto error_of = [&](auto act) {
    try {
      act();
    } catch (const conc::future_error& e) {
      seen.push_back(e.code().value());
    }
  };
  error_of([&] { promise.set_value(1); });
  error_of([&] { promise.get_future(); });
  error_of([&] { future.get(); });
  error_of([&] {
    conc::future<int> broken = conc::promise<int>().get_future();
    broken.get();
  });
  conc::packaged_task<int(int)> task([](int x) { return x + 1; });
  conc::future<int> made = task.get_future();
  task(1);
  seen.push_back(made.get());
  error_of([&] { task(1); });
  task.reset();
  conc::packaged_task<int(int)> other;
  swap(other, task);
  seen.insert(seen.end(), {other.valid(), task.valid()});
  conc::promise<int> at_exit;
  conc::future<int> left = at_exit.get_future();
  conc::thread gives([&] { at_exit.set_value_at_thread_exit(8); });
  seen.push_back(left.get());
  gives.join();
  auto started = conc::async(
      conc::launch::async, [](int x) { return x; }, 3);
  auto deferred = conc::async(conc::launch::deferred, [] { return 1; });
  seen.push_back(deferred.wait_for(0s) == conc::future_status::deferred);
  seen.insert(seen.end(), {started.get(), deferred.get()});
  conc::async(&Derived::get, Derived(), 2).wait();
  return text(seen);
}

inline std::string pointers() {
  Seen seen;
  auto owner = conc::make_shared<Derived>();
  conc::weak_ptr<Derived> weak = owner;
  conc::weak_ptr other(owner);
  seen.insert(seen.end(), {weak.lock() == owner, owner.use_count(), weak.expired()});
  conc::shared_ptr<Base> base = owner;
  seen.push_back(conc::dynamic_pointer_cast<Derived>(base) == owner);
  seen.push_back(conc::static_pointer_cast<Derived>(std::move(base))->shared_from_this() == owner);
  seen.push_back(base == nullptr);
  conc::shared_ptr<int> part(owner, &owner->value);
  seen.insert(seen.end(), {*part, part.owner_before(owner), weak.owner_before(part)});
  const conc::shared_ptr<const int> fixed = conc::const_pointer_cast<const int>(part);
  seen.push_back(*conc::reinterpret_pointer_cast<const int>(fixed));
  owner.reset();
  part = nullptr;
  seen.push_back(weak.use_count());
  swap(weak, other);
  const conc::shared_ptr<int[]> array(new int[3]{1, 2, 3});
  const auto zeros = conc::make_shared<int[]>(3);
  const auto sevens = conc::make_shared<int[2]>(7);
  const auto eights = conc::make_shared<int[]>(2, 8);
  seen.insert(seen.end(), {array[1], zeros[2], sevens[1], eights[1]});
  auto unset = conc::make_shared_for_overwrite<int[]>(2);
  unset[1] = 9;
  const auto given = conc::allocate_shared<std::string>(std::allocator<char>(), "abc");
  seen.insert(seen.end(), {unset[1], long(given->size())});
  const auto remove = [&seen](int* p) {
    seen.push_back(*p);
    delete p;
  };
  conc::shared_ptr<int> deleted(new int(11), remove);
  using Remove = std::remove_const_t<decltype(remove)>;
  seen.insert(seen.end(), {conc::get_deleter<Remove>(deleted) != nullptr,
                           conc::get_deleter<void (*)(int*)>(deleted) != nullptr});
  deleted.reset(new int(12), remove, std::allocator<int>());
  deleted = std::make_unique<int>(13);
  {
    const conc::shared_ptr<int> empty(nullptr, [&seen](int*) { seen.push_back(14); });
  }
  conc::shared_ptr taken(std::make_unique<int>(15));
  seen.insert(seen.end(),
              {*taken, taken > nullptr,
               std::hash<conc::shared_ptr<int>>()(taken) == std::hash<int*>()(taken.get())});
  try {
    conc::shared_ptr<Derived> gone(weak);
  } catch (const conc::bad_weak_ptr&) {
    seen.push_back(16);
  }
  conc::atomic<conc::shared_ptr<int>> current(taken);
  conc::atomic<conc::weak_ptr<int>> last;
  last = current.load();
  auto expected = conc::make_shared<int>(15);
  seen.push_back(current.compare_exchange_strong(expected, nullptr));
  seen.push_back(current.compare_exchange_strong(expected, conc::make_shared<int>(17)));
  seen.insert(seen.end(), {*current.load(), *last.load().lock()});
  taken.reset();
  expected.reset();
  seen.insert(seen.end(), {last.load().expired(), *current.exchange(nullptr)});
  return text(seen);
}

inline std::vector<std::pair<std::string, std::function<std::string()>>> parts() {
  return {{"threads", threads}, {"stopping", stopping}, {"locks", locks},
          {"waiting", waiting}, {"counters", counters}, {"atomics", atomics},
          {"futures", futures}, {"pointers", pointers}};
}

}  // namespace SAMPLE_NAMESPACE
