// heddle::shared_ptr, weak_ptr and their family, with modelled reference counts.
//
//   auto shared = heddle::make_shared<Node>();
//   heddle::thread t([shared] { ... });     // the last owner destroys the Node, in its thread
//
// Copying, dropping, lock() and use_count() are steps; moving is none. Copies do not depend on each
// other, nor on drops: only who drops last, and whether a weak_ptr still finds the object, is
// explored. A shared_ptr that one thread uses while another changes it needs atomic<shared_ptr<T>>,
// or atomic_load(&pointer) and the like, as in the standard library.
#pragma once

#include <compare>
#include <cstddef>
#include <functional>
#include <memory>
#include <ostream>
#include <type_traits>
#include <typeinfo>
#include <utility>

#include "heddle/detail/guarded.hpp"

namespace heddle {

using std::bad_weak_ptr;
using std::default_delete;
using std::make_unique;
using std::unique_ptr;

template <class T>
class shared_ptr;
template <class T>
class weak_ptr;
template <class T>
class enable_shared_from_this;

namespace detail {

template <class Pointer>
class PointerCell;

struct CountMachine {
  static constexpr const char* kName = "shared_ptr";
  enum Code : std::uint8_t { kCopy, kDrop, kLock, kLook };  // argument: who

  explicit CountMachine(std::uint64_t) {}
  bool admits(Token) const { return true; }
  /// kDrop: whether it was the last; kLock: whether there was an owner.
  bool apply(Token operation);
  static bool commute(Token first, Token second);
  const char* wrong_to_destroy() const { return nullptr; }

  long owners = 1;
};

/// The owned object and how many owners it has. The block itself lives as long as anybody refers to
/// it, weak or not; nobody can tell when it goes.
class ControlBlock : public GuardedObject<CountMachine> {
 public:
  void copy(place where) { count("copy", Kind::tries, CountMachine::kCopy, Sync::none, where); }
  void drop(place where) {
    if (count("drop", Kind::releases, CountMachine::kDrop, Sync::both, where)) destroy_object();
  }
  bool lock(place where) {
    return count("lock", Kind::tries, CountMachine::kLock, Sync::none, where);
  }
  long owners(place where) {
    count("use_count", Kind::tries, CountMachine::kLook, Sync::none, where);
    return state().owners;
  }
  /// Another owner, as a part of another step that keeps the object alive.
  void copy_silently();
  /// The deleter, if there is one of this type.
  virtual void* deleter(const std::type_info&) noexcept { return nullptr; }

 protected:
  ControlBlock() : GuardedObject("shared_ptr", 0, {}) { disown(); }

 private:
  virtual void destroy_object() noexcept = 0;
  bool count(const char* name, Kind kind, CountMachine::Code code, Sync sync, place where);
  void renew() override {}  // its owners outlive the run, too
};

template <class P, class Deleter>
class PointerBlock final : public ControlBlock {
 public:
  PointerBlock(P pointer, Deleter deleter) : pointer_(pointer), deleter_(std::move(deleter)) {}

  void* deleter(const std::type_info& type) noexcept override {
    return type == typeid(Deleter) ? std::addressof(deleter_) : nullptr;
  }

 private:
  void destroy_object() noexcept override { deleter_(pointer_); }
  P pointer_;
  Deleter deleter_;
};

struct Overwritten {};

template <class T>
class ObjectBlock final : public ControlBlock {
 public:
  template <class... A>
  explicit ObjectBlock(A&&... arguments) {
    std::construct_at(get(), std::forward<A>(arguments)...);
  }
  explicit ObjectBlock(Overwritten) { ::new (static_cast<void*>(bytes_)) T; }
  T* get() { return reinterpret_cast<T*>(bytes_); }

 private:
  void destroy_object() noexcept override { std::destroy_at(get()); }
  alignas(T) std::byte bytes_[sizeof(T)];
};

/// Elements in memory of an allocator, destroyed last to first.
template <class Allocator>
struct ElementsDeleter {
  using Traits = std::allocator_traits<Allocator>;
  [[no_unique_address]] Allocator allocator;
  std::size_t size;

  void operator()(typename Traits::pointer elements) {
    for (std::size_t i = size; i-- > 0;) std::destroy_at(elements + i);
    Traits::deallocate(allocator, elements, size);
  }
};

/// `fill(first, size)` constructs the elements.
template <class T, class Allocator, class Fill>
shared_ptr<T> make_elements(const Allocator& with, std::size_t size, Fill fill) {
  using Element = std::remove_extent_t<T>;
  static_assert(!std::is_array_v<Element>, "arrays of arrays are not supported");
  using Own = typename std::allocator_traits<Allocator>::template rebind_alloc<Element>;
  Own allocator(with);
  auto* const elements = std::allocator_traits<Own>::allocate(allocator, size);
  try {
    fill(elements, size);
  } catch (...) {
    std::allocator_traits<Own>::deallocate(allocator, elements, size);
    throw;
  }
  return shared_ptr<T>(elements, ElementsDeleter<Own>{allocator, size}, allocator);
}

template <class T>
concept UnboundedArray = std::is_unbounded_array_v<T>;
template <class T>
concept BoundedArray = std::is_bounded_array_v<T>;

template <class T, class Block>
shared_ptr<T> owner_of(std::shared_ptr<Block> block);

}  // namespace detail

template <class T>
class shared_ptr {
 public:
  using element_type = std::remove_extent_t<T>;
  using weak_type = weak_ptr<T>;

  constexpr shared_ptr() noexcept = default;
  constexpr shared_ptr(std::nullptr_t) noexcept {}  // NOLINT: as std::shared_ptr
  template <class Y>
  requires std::is_convertible_v<Y*, element_type*>
  explicit shared_ptr(Y* pointer)
      : shared_ptr(pointer, std::default_delete<std::conditional_t<std::is_array_v<T>, Y[], Y>>()) {
  }
  template <class Y, class Deleter>
  requires std::is_convertible_v<Y*, element_type*> shared_ptr(Y* pointer, Deleter deleter)
      : pointer_(pointer),
        block_(std::make_shared<detail::PointerBlock<Y*, Deleter>>(pointer, std::move(deleter))) {
    introduce(pointer);
  }
  template <class Y, class Deleter, class Allocator>
  requires std::is_convertible_v<Y*, element_type*> shared_ptr(Y* pointer, Deleter deleter,
                                                               const Allocator& allocator)
      : pointer_(pointer),
        block_(std::allocate_shared<detail::PointerBlock<Y*, Deleter>>(allocator, pointer,
                                                                       std::move(deleter))) {
    introduce(pointer);
  }
  /// Owns nothing, but calls `deleter` in the end.
  template <class Deleter>
  shared_ptr(std::nullptr_t, Deleter deleter)
      : block_(std::make_shared<detail::PointerBlock<std::nullptr_t, Deleter>>(
            nullptr, std::move(deleter))) {}
  template <class Deleter, class Allocator>
  shared_ptr(std::nullptr_t, Deleter deleter, const Allocator& allocator)
      : block_(std::allocate_shared<detail::PointerBlock<std::nullptr_t, Deleter>>(
            allocator, nullptr, std::move(deleter))) {}
  template <class Y, class Deleter>
  shared_ptr(std::unique_ptr<Y, Deleter>&& other) {  // NOLINT: as std::shared_ptr
    if (other != nullptr) {
      shared_ptr made(other.get(), std::move(other.get_deleter()));
      other.release();
      swap(made);
    }
  }
  /// Owns what `other` owns and points elsewhere.
  template <class Y>
  shared_ptr(const shared_ptr<Y>& other, element_type* pointer, place where = place::here())
      : pointer_(pointer), block_(other.block_) {
    if (block_ != nullptr) block_->copy(where);
  }
  template <class Y>
  shared_ptr(shared_ptr<Y>&& other, element_type* pointer) noexcept
      : pointer_(pointer), block_(std::move(other.block_)) {
    other.pointer_ = nullptr;
  }
  shared_ptr(const shared_ptr& other) : shared_ptr(other, other.pointer_, {}) {}
  template <class Y>
  requires std::is_convertible_v<typename shared_ptr<Y>::element_type*, element_type*> shared_ptr(
      const shared_ptr<Y>& other)  // NOLINT: as std::shared_ptr
      : shared_ptr(other, other.pointer_, {}) {}
  shared_ptr(shared_ptr&& other) noexcept
      : pointer_(std::exchange(other.pointer_, nullptr)), block_(std::move(other.block_)) {}
  template <class Y>
  requires std::is_convertible_v<typename shared_ptr<Y>::element_type*, element_type*> shared_ptr(
      shared_ptr<Y>&& other) noexcept  // NOLINT: as std::shared_ptr
      : pointer_(std::exchange(other.pointer_, nullptr)), block_(std::move(other.block_)) {}
  template <class Y>
  explicit shared_ptr(const weak_ptr<Y>& other) : shared_ptr(other.lock({})) {
    if (block_ == nullptr) throw bad_weak_ptr();
  }
  ~shared_ptr() {
    if (block_ != nullptr) block_->drop({});
  }
  shared_ptr& operator=(const shared_ptr& other) {
    shared_ptr(other).swap(*this);
    return *this;
  }
  shared_ptr& operator=(shared_ptr&& other) noexcept {
    shared_ptr(std::move(other)).swap(*this);
    return *this;
  }
  template <class Y>
  shared_ptr& operator=(Y&& other) requires std::is_constructible_v<shared_ptr, Y> &&
      std::is_class_v<std::remove_cvref_t<Y>> {
    shared_ptr(std::forward<Y>(other)).swap(*this);
    return *this;
  }

  void reset() noexcept { shared_ptr().swap(*this); }
  template <class Y>
  void reset(Y* pointer) {
    shared_ptr(pointer).swap(*this);
  }
  template <class Y, class Deleter>
  void reset(Y* pointer, Deleter deleter) {
    shared_ptr(pointer, std::move(deleter)).swap(*this);
  }
  template <class Y, class Deleter, class Allocator>
  void reset(Y* pointer, Deleter deleter, const Allocator& allocator) {
    shared_ptr(pointer, std::move(deleter), allocator).swap(*this);
  }
  void swap(shared_ptr& other) noexcept {
    std::swap(pointer_, other.pointer_);
    block_.swap(other.block_);
  }
  friend void swap(shared_ptr& a, shared_ptr& b) noexcept { a.swap(b); }

  [[nodiscard]] element_type* get() const noexcept { return pointer_; }
  std::add_lvalue_reference_t<element_type> operator*() const noexcept { return *pointer_; }
  element_type* operator->() const noexcept { return pointer_; }
  element_type& operator[](std::ptrdiff_t index) const requires std::is_array_v<T> {
    return pointer_[index];
  }
  [[nodiscard]] long use_count(place where = place::here()) const {
    return block_ == nullptr ? 0 : block_->owners(where);
  }
  explicit operator bool() const noexcept { return pointer_ != nullptr; }
  template <class Y>
  [[nodiscard]] bool owner_before(const shared_ptr<Y>& other) const noexcept {
    return block_ < other.block_;
  }
  template <class Y>
  [[nodiscard]] bool owner_before(const weak_ptr<Y>& other) const noexcept {
    return block_ < other.block_;
  }

  template <class Y>
  friend bool operator==(const shared_ptr& a, const shared_ptr<Y>& b) noexcept {
    return a.get() == b.get();
  }
  friend bool operator==(const shared_ptr& a, std::nullptr_t) noexcept { return !a; }
  template <class Y>
  friend auto operator<=>(const shared_ptr& a, const shared_ptr<Y>& b) noexcept {
    return std::compare_three_way()(static_cast<const void*>(a.get()),
                                    static_cast<const void*>(b.get()));
  }
  friend auto operator<=>(const shared_ptr& a, std::nullptr_t) noexcept {
    return std::compare_three_way()(static_cast<const void*>(a.get()),
                                    static_cast<const void*>(nullptr));
  }
  /// Addresses differ between runs: only whether there is an object.
  friend std::ostream& operator<<(std::ostream& out, const shared_ptr& pointer) {
    return out << (pointer ? "pointer" : "null");
  }

 private:
  template <class>
  friend class shared_ptr;
  template <class>
  friend class weak_ptr;
  template <class>
  friend class detail::PointerCell;
  template <class Y, class Block>
  friend shared_ptr<Y> detail::owner_of(std::shared_ptr<Block> block);
  template <class Deleter, class Y>
  friend Deleter* get_deleter(const shared_ptr<Y>& owner) noexcept;

  /// Takes over an owner that was counted already.
  shared_ptr(element_type* pointer, std::shared_ptr<detail::ControlBlock> block)
      : pointer_(pointer), block_(std::move(block)) {}
  template <class Y>
  void introduce(Y* object) {
    if constexpr (requires { object->heddle_introduce(*this); }) object->heddle_introduce(*this);
  }
  shared_ptr copied_silently() const {
    if (block_ != nullptr) block_->copy_silently();
    return shared_ptr(pointer_, block_);
  }

  element_type* pointer_ = nullptr;
  std::shared_ptr<detail::ControlBlock> block_;
};

template <class T>
class weak_ptr {
 public:
  using element_type = std::remove_extent_t<T>;

  constexpr weak_ptr() noexcept = default;
  template <class Y>
  weak_ptr(const shared_ptr<Y>& owner) noexcept  // NOLINT: as std::weak_ptr
      : pointer_(owner.pointer_), block_(owner.block_) {}
  template <class Y>
  weak_ptr(const weak_ptr<Y>& other) noexcept  // NOLINT: as std::weak_ptr
      : pointer_(other.pointer_), block_(other.block_) {}
  weak_ptr(const weak_ptr&) noexcept = default;
  weak_ptr& operator=(const weak_ptr&) noexcept = default;
  weak_ptr(weak_ptr&& other) noexcept
      : pointer_(std::exchange(other.pointer_, nullptr)), block_(std::move(other.block_)) {}
  weak_ptr& operator=(weak_ptr&& other) noexcept {
    weak_ptr(std::move(other)).swap(*this);
    return *this;
  }

  [[nodiscard]] shared_ptr<T> lock(place where = place::here()) const {
    if (block_ == nullptr || !block_->lock(where)) return {};
    return shared_ptr<T>(pointer_, block_);
  }
  [[nodiscard]] long use_count(place where = place::here()) const {
    return block_ == nullptr ? 0 : block_->owners(where);
  }
  [[nodiscard]] bool expired(place where = place::here()) const { return use_count(where) == 0; }
  void reset() noexcept { *this = weak_ptr(); }
  void swap(weak_ptr& other) noexcept {
    std::swap(pointer_, other.pointer_);
    block_.swap(other.block_);
  }
  friend void swap(weak_ptr& a, weak_ptr& b) noexcept { a.swap(b); }
  template <class Y>
  [[nodiscard]] bool owner_before(const weak_ptr<Y>& other) const noexcept {
    return block_ < other.block_;
  }
  template <class Y>
  [[nodiscard]] bool owner_before(const shared_ptr<Y>& other) const noexcept {
    return block_ < other.block_;
  }

 private:
  template <class>
  friend class weak_ptr;
  template <class>
  friend class shared_ptr;
  template <class>
  friend class detail::PointerCell;
  friend class enable_shared_from_this<T>;
  /// Referring to an object is no step.
  weak_ptr copied_silently() const { return *this; }
  template <class Y>
  void refer(const shared_ptr<Y>& owner, T* pointer) {
    pointer_ = pointer;
    block_ = owner.block_;
  }
  element_type* pointer_ = nullptr;
  std::shared_ptr<detail::ControlBlock> block_;
};

template <class T>
class enable_shared_from_this {
 public:
  shared_ptr<T> shared_from_this() { return shared_ptr<T>(self_); }
  shared_ptr<const T> shared_from_this() const { return shared_ptr<const T>(self_); }
  weak_ptr<T> weak_from_this() noexcept { return self_; }
  weak_ptr<const T> weak_from_this() const noexcept { return self_; }

  /// Called by the first shared_ptr.
  template <class Y>
  void heddle_introduce(const shared_ptr<Y>& owner) const {
    if constexpr (std::is_convertible_v<Y*, const T*>) {
      self_.refer(owner, const_cast<T*>(static_cast<const T*>(owner.get())));
    }
  }

 protected:
  enable_shared_from_this() noexcept = default;
  enable_shared_from_this(const enable_shared_from_this&) noexcept {}
  enable_shared_from_this& operator=(const enable_shared_from_this&) noexcept { return *this; }
  ~enable_shared_from_this() = default;

 private:
  mutable weak_ptr<T> self_;
};

template <class T>
shared_ptr(weak_ptr<T>) -> shared_ptr<T>;
template <class T, class Deleter>
shared_ptr(std::unique_ptr<T, Deleter>) -> shared_ptr<T>;
template <class T>
weak_ptr(shared_ptr<T>) -> weak_ptr<T>;

namespace detail {

/// The first owner of the object in `block`.
template <class T, class Block>
shared_ptr<T> owner_of(std::shared_ptr<Block> block) {
  T* const object = block->get();
  shared_ptr<T> made(object, std::shared_ptr<ControlBlock>(std::move(block)));
  made.introduce(object);
  return made;
}

}  // namespace detail

template <class T, class Allocator, class... A>
requires(!std::is_array_v<T>) shared_ptr<T> allocate_shared(const Allocator& allocator,
                                                            A&&... arguments) {
  return detail::owner_of<T>(
      std::allocate_shared<detail::ObjectBlock<T>>(allocator, std::forward<A>(arguments)...));
}
template <detail::UnboundedArray T, class Allocator>
shared_ptr<T> allocate_shared(const Allocator& allocator, std::size_t size) {
  return detail::make_elements<T>(allocator, size, [](auto* elements, std::size_t n) {
    std::uninitialized_value_construct_n(elements, n);
  });
}
template <detail::UnboundedArray T, class Allocator>
shared_ptr<T> allocate_shared(const Allocator& allocator, std::size_t size,
                              const std::remove_extent_t<T>& value) {
  return detail::make_elements<T>(allocator, size, [&](auto* elements, std::size_t n) {
    std::uninitialized_fill_n(elements, n, value);
  });
}
template <detail::BoundedArray T, class Allocator>
shared_ptr<T> allocate_shared(const Allocator& allocator) {
  return detail::make_elements<T>(allocator, std::extent_v<T>, [](auto* elements, std::size_t n) {
    std::uninitialized_value_construct_n(elements, n);
  });
}
template <detail::BoundedArray T, class Allocator>
shared_ptr<T> allocate_shared(const Allocator& allocator, const std::remove_extent_t<T>& value) {
  return detail::make_elements<T>(allocator, std::extent_v<T>, [&](auto* elements, std::size_t n) {
    std::uninitialized_fill_n(elements, n, value);
  });
}
template <class T, class Allocator>
requires(!std::is_array_v<T>)
    shared_ptr<T> allocate_shared_for_overwrite(const Allocator& allocator) {
  return detail::owner_of<T>(
      std::allocate_shared<detail::ObjectBlock<T>>(allocator, detail::Overwritten{}));
}
template <detail::UnboundedArray T, class Allocator>
shared_ptr<T> allocate_shared_for_overwrite(const Allocator& allocator, std::size_t size) {
  return detail::make_elements<T>(allocator, size, [](auto* elements, std::size_t n) {
    std::uninitialized_default_construct_n(elements, n);
  });
}
template <detail::BoundedArray T, class Allocator>
shared_ptr<T> allocate_shared_for_overwrite(const Allocator& allocator) {
  return detail::make_elements<T>(allocator, std::extent_v<T>, [](auto* elements, std::size_t n) {
    std::uninitialized_default_construct_n(elements, n);
  });
}

template <class T, class... A>
requires(!std::is_array_v<T>) shared_ptr<T> make_shared(A&&... arguments) {
  return heddle::allocate_shared<T>(std::allocator<T>(), std::forward<A>(arguments)...);
}
template <class T, class... A>
requires std::is_array_v<T> shared_ptr<T> make_shared(const A&... arguments) {
  return heddle::allocate_shared<T>(std::allocator<std::remove_extent_t<T>>(), arguments...);
}
template <class T, class... Size>
shared_ptr<T> make_shared_for_overwrite(Size... size) {
  return heddle::allocate_shared_for_overwrite<T>(std::allocator<std::remove_extent_t<T>>(),
                                                  size...);
}

template <class Deleter, class T>
Deleter* get_deleter(const shared_ptr<T>& owner) noexcept {
  if (owner.block_ == nullptr) return nullptr;
  return static_cast<Deleter*>(owner.block_->deleter(typeid(Deleter)));
}

template <class T, class U>
shared_ptr<T> static_pointer_cast(const shared_ptr<U>& other) {
  return shared_ptr<T>(other, static_cast<typename shared_ptr<T>::element_type*>(other.get()), {});
}
template <class T, class U>
shared_ptr<T> static_pointer_cast(shared_ptr<U>&& other) noexcept {
  auto* const pointer = static_cast<typename shared_ptr<T>::element_type*>(other.get());
  return shared_ptr<T>(std::move(other), pointer);
}
template <class T, class U>
shared_ptr<T> const_pointer_cast(const shared_ptr<U>& other) {
  return shared_ptr<T>(other, const_cast<typename shared_ptr<T>::element_type*>(other.get()), {});
}
template <class T, class U>
shared_ptr<T> const_pointer_cast(shared_ptr<U>&& other) noexcept {
  auto* const pointer = const_cast<typename shared_ptr<T>::element_type*>(other.get());
  return shared_ptr<T>(std::move(other), pointer);
}
template <class T, class U>
shared_ptr<T> reinterpret_pointer_cast(const shared_ptr<U>& other) {
  return shared_ptr<T>(other, reinterpret_cast<typename shared_ptr<T>::element_type*>(other.get()),
                       {});
}
template <class T, class U>
shared_ptr<T> reinterpret_pointer_cast(shared_ptr<U>&& other) noexcept {
  auto* const pointer = reinterpret_cast<typename shared_ptr<T>::element_type*>(other.get());
  return shared_ptr<T>(std::move(other), pointer);
}
template <class T, class U>
shared_ptr<T> dynamic_pointer_cast(const shared_ptr<U>& other) {
  auto* const pointer = dynamic_cast<typename shared_ptr<T>::element_type*>(other.get());
  return pointer == nullptr ? shared_ptr<T>() : shared_ptr<T>(other, pointer, {});
}
template <class T, class U>
shared_ptr<T> dynamic_pointer_cast(shared_ptr<U>&& other) noexcept {
  auto* const pointer = dynamic_cast<typename shared_ptr<T>::element_type*>(other.get());
  return pointer == nullptr ? shared_ptr<T>() : shared_ptr<T>(std::move(other), pointer);
}

/// Orders pointers by what they own.
template <class T = void>
struct owner_less {
  template <class A, class B>
  bool operator()(const A& a, const B& b) const noexcept {
    return a.owner_before(b);
  }
  using is_transparent = void;
};

}  // namespace heddle

template <class T>
struct std::hash<heddle::shared_ptr<T>> {
  std::size_t operator()(const heddle::shared_ptr<T>& pointer) const noexcept {
    return std::hash<typename heddle::shared_ptr<T>::element_type*>()(pointer.get());
  }
};

#include "heddle/atomic_shared_ptr.hpp"
