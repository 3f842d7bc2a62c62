// A class as a product has it, written against `conc` (heddle/conc.hpp). Each test that includes it
// says which namespace the class is in, since both builds are in one program here.
#include <optional>
#include <vector>

#include "heddle/conc.hpp"

namespace SAMPLE_NAMESPACE {

/// A queue with room for `limit` values.
class BoundedQueue {
 public:
  explicit BoundedQueue(std::size_t limit) : limit_(limit) {}

  void put(int value) {
    conc::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return values_.size() < limit_; });
    values_.push_back(value);
    puts_.fetch_add(1);
    changed_.notify_all();
  }
  int take() {
    conc::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return !values_.empty(); });
    const int value = values_.front();
    values_.erase(values_.begin());
    changed_.notify_all();
    return value;
  }
  int puts() const { return puts_.load(); }

 private:
  const std::size_t limit_;
  conc::mutex mutex_;
  conc::condition_variable changed_;
  std::vector<int> values_;
  conc::atomic<int> puts_{0};
};

inline int pass_two_through() {
  BoundedQueue queue(1);
  conc::thread producer([&] {
    queue.put(1);
    queue.put(2);
  });
  const int first = queue.take();
  const int second = queue.take();
  producer.join();
  return first * 100 + second * 10 + queue.puts();
}

}  // namespace SAMPLE_NAMESPACE
