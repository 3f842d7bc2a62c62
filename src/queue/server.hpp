// A private PostgreSQL server in a folder, from the installed server programs, for people who have
// none.
//
//   start_server("/tmp/queue", {});   // makes the folder and its database, if it is not there
//   server_url("/tmp/queue");         // postgres:///postgres?host=...
//   stop_server("/tmp/queue");
//
// Without a port it listens only to a Unix socket in the folder. With one it listens to the
// network, and asks for a password, which is part of the URL. PostgreSQL does not run as root:
// there the server is the user postgres, or nobody. All throw support::UserError.
#pragma once

#include <string>

namespace heddle::queue {

/// Starts the server unless it runs; its URL. `port`: 0 for none.
std::string start_server(const std::string& folder, unsigned port);
void stop_server(const std::string& folder);
std::string server_url(const std::string& folder);

}  // namespace heddle::queue
