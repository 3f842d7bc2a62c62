// heddle::thread_specific<T>: a T for each thread, made when the thread first asks for it and
// destroyed when the thread ends (or the thread_specific does).
//
//   heddle::thread_specific<int> calls;        // or ([] { return 7; })
//   ++*calls;                                  // this thread's own
//
// The keyword thread_local does not do here: the threads of a test are fibers on one thread of the
// operating system and would share one variable. heddle::std_policy has the same class for real
// threads.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <utility>

#include "heddle/detail/runtime.hpp"

namespace heddle {

template <class T>
class thread_specific : private detail::Object {
 public:
  explicit thread_specific(std::function<T()> make = [] { return T(); })
      : Object("thread_specific"), make_(std::move(make)) {}

  T& get() {
    location({});  // of this run?
    std::unique_ptr<T>& mine = (*values_)[detail::self()];
    if (mine == nullptr) {
      mine = std::make_unique<T>(make_());
      detail::at_thread_exit([values = std::weak_ptr(values_), thread = detail::self()] {
        if (const auto all = values.lock()) all->erase(thread);
      });
    }
    return *mine;
  }
  T& operator*() { return get(); }
  T* operator->() { return &get(); }

 private:
  using Values = std::map<std::uint32_t, std::unique_ptr<T>>;
  void renew() override { values_ = std::make_shared<Values>(); }

  std::function<T()> make_;
  std::shared_ptr<Values> values_ = std::make_shared<Values>();
};

}  // namespace heddle
