// Who can still wake whom: what threads say about the objects that they use.
//
//   heddle::mvar<int> box;
//   heddle::thread reader([box] { box.take(); });
//   heddle::thread server([] {
//     heddle::all_known();          // it uses nothing that others wait for
//     for (;;) heddle::this_thread::yield();
//   });
//   heddle::knows_about(box);       // main does, for a while
//   heddle::forgets(box);
//   heddle::all_known();
//   server.join();
//
// A thread that waits for something that nobody left can do is deadlocked, even while others go on,
// as the reader above. Nobody can see that from the outside: any thread might have a reference. So
// a thread may say what it `knows_about`, and that it is `all_known`: it will use none of the
// objects that anybody has named except those that it knows. It may learn of more later, from a
// thread that knows them.
//
// Objects that no thread has named play no part in this. A thread that uses one that it has said
// not to know is told so.
#pragma once

#include "heddle/detail/place.hpp"
#include "heddle/detail/runtime.hpp"

namespace heddle {

namespace detail {

void know(Location object, bool knows);
void know_all();

}  // namespace detail

/// The calling thread may use these objects: locks, latches, semaphores, mvars, mailboxes, ...
template <class... Objects>
void knows_about(const Objects&... objects) {
  (detail::know(objects.home(), true), ...);
}
/// It will not any more.
template <class... Objects>
void forgets(const Objects&... objects) {
  (detail::know(objects.home(), false), ...);
}
/// It has named all that it uses.
inline void all_known() { detail::know_all(); }

}  // namespace heddle
