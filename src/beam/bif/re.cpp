#include "beam/bif/registry.hpp"
namespace heddle::beam {
std::span<const Native> re_module() { return {}; }
}  // namespace heddle::beam
