// heddle queue start|stop|url DIR: a private PostgreSQL server.
#include <fmt/format.h>

#include <iostream>
#include <memory>

#include "cli/commands.hpp"
#include "queue/server.hpp"

namespace heddle::cli {

Command add_queue(CLI::App& app) {
  struct Arguments {
    std::string folder;
    unsigned port = 0;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App* command =
      app.add_subcommand("queue", "a private PostgreSQL server in a folder, for --queue");
  command->require_subcommand(1);
  CLI::App* start = command->add_subcommand("start", "start it, and print its URL");
  CLI::App* stop = command->add_subcommand("stop", "stop it; what it has stays");
  CLI::App* url = command->add_subcommand("url", "print its URL");
  for (CLI::App* action : {start, stop, url}) {
    action->add_option("folder", arguments->folder, "where it is")->required();
  }
  start
      ->add_option("--port", arguments->port,
                   "listen to the network there (default: only to a socket in the folder)")
      ->check(CLI::Range(1, 65535));
  return [=] {
    if (stop->parsed()) {
      queue::stop_server(arguments->folder);
    } else {
      std::cout << (start->parsed() ? queue::start_server(arguments->folder, arguments->port)
                                    : queue::server_url(arguments->folder))
                << '\n';
    }
    return 0;
  };
}

}  // namespace heddle::cli
