// The parts of the mirror with the standard library itself, on real threads.
#define SAMPLE_NAMESPACE mirror_product_build
#include <string>
#include <utility>
#include <vector>

#include "tests/unit/threads/mirror_sample.hpp"

std::vector<std::pair<std::string, std::string>> mirror_in_product() {
  std::vector<std::pair<std::string, std::string>> all;
  for (const auto& [name, part] : mirror_product_build::parts()) all.emplace_back(name, part());
  return all;
}
