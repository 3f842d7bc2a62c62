// Server-sent events: the frames of a text/event-stream.
#pragma once

#include <string>
#include <string_view>

namespace heddle::serve {

/// One event. Lines of `data` become data fields, so no content can begin a field or an event.
std::string sse_event(std::string_view name, std::string_view data);

/// A comment: shows both sides that the connection is alive.
std::string sse_heartbeat();

}  // namespace heddle::serve
