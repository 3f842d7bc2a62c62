// heddle queue start|stop|url DIR: a private PostgreSQL server.
#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "cli/commands.hpp"
#include "queue/server.hpp"

namespace heddle::cli {

Command add_queue(CommandParser& heddle) {
  struct Arguments {
    std::string folder;
    unsigned port = 0;
  };
  auto arguments = std::make_shared<Arguments>();
  CommandParser command =
      heddle.add_command("queue", "a private PostgreSQL server in a folder, for --queue");
  command.needs_command();
  CommandParser start = command.add_command("start", "start it, and print its URL");
  CommandParser stop = command.add_command("stop", "stop it; what it has stays");
  CommandParser url = command.add_command("url", "print its URL");
  for (CommandParser action : {start, stop, url}) {
    action.add_option("folder", arguments->folder, "where it is").required();
  }
  start
      .add_option("--port", arguments->port,
                  "listen to the network there (default: only to a socket in the folder)")
      .between(1, 65535);
  return [=] {
    if (stop.parsed()) {
      queue::stop_server(arguments->folder);
    } else {
      std::cout << (start.parsed() ? queue::start_server(arguments->folder, arguments->port)
                                   : queue::server_url(arguments->folder))
                << '\n';
    }
    return 0;
  };
}

}  // namespace heddle::cli
