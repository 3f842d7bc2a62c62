// All algorithms agree about random programs over mvars, with and without exceptions.
#include <gtest/gtest.h>

#include <array>

#include "heddle/mvar.hpp"
#include "tests/unit/threads/random_program.hpp"

namespace heddle {
namespace {

using Boxes = std::array<mvar<int>, 2>;

std::string run(const Boxes& boxes, const testing::RandomOperation& o) {
  const mvar<int>& box = boxes[static_cast<std::size_t>(o.object)];
  switch (o.code) {
    case 0:
      return "take " + std::to_string(box.take());
    case 1:
      box.put(o.value);
      return "put";
    case 2:
      return "read " + std::to_string(box.read());
    case 3:
      return "try_take " + detail::to_text(box.try_take());
    case 4:
      return "try_put " + detail::to_text(box.try_put(o.value));
    default:
      return "try_read " + detail::to_text(box.try_read());
  }
}

Boxes make() { return {mvar<int>(), mvar<int>(0)}; }

TEST(RandomMvars, AllAgree) {
  testing::check_random_programs(1, 60, 3, 3, 6, 2, make,
                                 [](auto& boxes, auto& o, auto&) { return run(boxes, o); });
}

TEST(RandomMvars, AllAgreeWithExceptions) {
  testing::check_random_programs(
      1, 600, 3, 2, 12, 2, make,
      [](auto& boxes, auto& o, auto& threads) -> std::string {
        if (o.code < 6) return run(boxes, o);
        if (o.code == 6 || o.code == 7) {
          // Of the others, the one that is there.
          if (threads.empty() || threads[0] == my_thread_id()) return "alone";
          kill_thread(threads[0]);
          return "killed";
        }
        if (o.code < 11) {
          return mask_([&] { return run(boxes, {o.code - 8, o.object, o.value}); });
        }
        return uninterruptible_mask_([&] { return run(boxes, {0, o.object, o.value}); });
      },
      true);
}

}  // namespace
}  // namespace heddle
