// Linearizability: does every concurrent history of an object look like a sequential one?
//
//   heddle::linearizability<my_queue, std::deque<int>> check;
//   check.operation("push", {1, 2}, [](my_queue& q, int v) { q.push(v); },
//                                   [](std::deque<int>& m, int v) { m.push_back(v); });
//   check.operation("pop", [](my_queue& q) { return q.try_pop(); },
//                          [](std::deque<int>& m) { ... return front or nothing ... });
//   const auto result = check.run({.threads = 2, .operations = 2});
//   if (!result) std::cout << result.text();
//
// A scenario is a list of operations for each thread. Every scenario is explored; the history of
// each execution (who was called when, what came of it) must be explained by the model: some order
// of the operations that keeps those in order that did not overlap, in which the model gives the
// same results. Results are compared by text; an exception of type std::exception is a result, too.
// The model is a copyable type; if it can be printed (operator<<, or a range), equal states are
// recognised and the search for an order stays short.
//
// Scenarios are enumerated up to the given size, small ones first, or drawn: `samples` of them, of
// exactly that size. What fails is shrunk: no operation can be left out. The counterexample is
// printed as a table with a column for each thread, followed by the schedule that led to it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "heddle/detail/report.hpp"
#include "heddle/outcomes.hpp"

namespace heddle {

struct scenarios {
  unsigned threads = 2;
  unsigned operations = 2;  // of each thread, at most 16
  /// Operations that one thread executes before the others start, and after they have ended.
  unsigned before = 0;
  unsigned after = 0;
  /// 0: all scenarios up to this size; else so many are drawn.
  std::uint64_t samples = 0;
  std::uint64_t seed = 1;
  /// Operations may wait for ever: an execution that deadlocks tells nothing.
  bool may_block = false;
};

class linearizability_result : public check_result {
 public:
  linearizability_result(check_result result, std::uint64_t scenarios, std::uint64_t histories,
                         std::uint64_t executions)
      : check_result(std::move(result)),
        scenarios(scenarios),
        histories(histories),
        executions(executions) {}

  std::uint64_t scenarios;
  std::uint64_t histories;  // different ones, in all scenarios
  std::uint64_t executions;
};

namespace detail {

/// One operation with its arguments, on an object or model of whatever type.
struct Call {
  std::string text;  // "push(1)"
  std::function<std::string(void* object)> on_object;
  std::function<std::string(void* model)> on_model;
};

struct LinearizabilitySubject {
  std::vector<Call> calls;
  std::function<std::shared_ptr<void>()> make_object;
  std::function<std::shared_ptr<void>()> make_model;
  std::function<std::shared_ptr<void>(const void*)> copy_model;
  /// What tells two models apart; empty: nothing is known about them.
  std::function<std::string(const void*)> model_text;
  std::string identity;
};

linearizability_result check_linearizability(const LinearizabilitySubject& subject,
                                             const scenarios& which, const options& how);

/// The result of a call in words.
template <class F, class... A>
std::string result_text(const F& function, A&... arguments) {
  try {
    if constexpr (std::is_void_v<std::invoke_result_t<const F&, A&...>>) {
      function(arguments...);
      return "()";
    } else {
      return to_text(function(arguments...));
    }
  } catch (const std::exception& exception) {
    return std::string("throws ") + exception.what();
  }
}

template <class T>
concept Comparable = Printable<T> || Range<T> || std::is_arithmetic_v<T>;

}  // namespace detail

template <class Object, class Model>
class linearizability {
 public:
  /// How the object and the model are made, if not by default.
  linearizability& object(std::function<std::unique_ptr<Object>()> make) {
    make_object_ = std::move(make);
    return *this;
  }
  linearizability& model(Model initial) {
    model_ = std::make_shared<Model>(std::move(initial));
    return *this;
  }

  template <class F, class G>
  linearizability& operation(const std::string& name, F on_object, G on_model) {
    calls_.push_back({name + "()",
                      [on_object](void* object) {
                        return detail::result_text(on_object, *static_cast<Object*>(object));
                      },
                      [on_model](void* model) {
                        return detail::result_text(on_model, *static_cast<Model*>(model));
                      }});
    return *this;
  }
  /// One operation for each argument.
  template <class A, class F, class G>
  linearizability& operation(const std::string& name, std::initializer_list<A> arguments,
                             F on_object, G on_model) {
    for (const A& argument : arguments) {
      calls_.push_back(
          {name + "(" + detail::to_text(argument) + ")",
           [on_object, argument](void* object) {
             return detail::result_text(on_object, *static_cast<Object*>(object), argument);
           },
           [on_model, argument](void* model) {
             return detail::result_text(on_model, *static_cast<Model*>(model), argument);
           }});
    }
    return *this;
  }

  /// Throws std::runtime_error if there is nothing to explore or far too much.
  linearizability_result run(const scenarios& which = {}, const options& how = {}) const {
    detail::LinearizabilitySubject subject;
    subject.calls = calls_;
    subject.make_object = [make = make_object_]() -> std::shared_ptr<void> {
      return std::shared_ptr<Object>(make());
    };
    subject.make_model = [model = model_] { return std::make_shared<Model>(*model); };
    subject.copy_model = [](const void* model) {
      return std::make_shared<Model>(*static_cast<const Model*>(model));
    };
    if constexpr (detail::Comparable<Model>) {
      subject.model_text = [](const void* model) {
        return detail::to_text(*static_cast<const Model*>(model));
      };
    }
    subject.identity = typeid(*this).name();
    return detail::check_linearizability(subject, which, how);
  }

 private:
  static std::unique_ptr<Object> make_default() {
    if constexpr (std::is_default_constructible_v<Object>) {
      return std::make_unique<Object>();
    } else {
      return nullptr;
    }
  }

  std::vector<detail::Call> calls_;
  std::function<std::unique_ptr<Object>()> make_object_ = &make_default;
  std::shared_ptr<Model> model_ = std::make_shared<Model>();
};

}  // namespace heddle
