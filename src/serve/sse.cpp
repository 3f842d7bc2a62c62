#include "serve/sse.hpp"

namespace heddle::serve {

std::string sse_event(std::string_view name, std::string_view data) {
  std::string frame = "event: ";
  for (const char c : name) {
    if (c != '\r' && c != '\n') frame += c;
  }
  frame += "\ndata: ";
  for (std::size_t i = 0; i < data.size(); ++i) {
    const bool pair = data[i] == '\r' && i + 1 < data.size() && data[i + 1] == '\n';
    if (pair) continue;
    if (data[i] == '\n' || data[i] == '\r') {
      frame += "\ndata: ";
    } else {
      frame += data[i];
    }
  }
  return frame + "\n\n";
}

std::string sse_heartbeat() { return ": still here\n\n"; }

}  // namespace heddle::serve
