// RemoteProgram: a program that runs in another process (wire.hpp), for everything that works on
// programs.
//
//   const auto connection = std::make_shared<Connection>(socket);   // to a server.hpp
//   const core::ProgramFactory factory = connection->factory({});
//
// A step is one message there and one back. One thread may use a connection at a time.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/program.hpp"
#include "support/bytes.hpp"

namespace heddle::remote {

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  /// Takes the socket over. Throws UserError if nobody serves there.
  explicit Connection(int socket);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  /// Instances whose values of `blame` are errors, with what is wrong with each.
  core::ProgramFactory factory(std::map<std::string, std::string> blame);
  core::ActorTable& actors() { return actors_; }
  /// The results of a call. Throws UserError if the other side is gone or says what is wrong.
  std::string ask(const support::ByteWriter& request);

 private:
  const int socket_;
  core::ActorTable actors_;
};

/// The schedule for which the server was started, in the numbers of these instances.
std::vector<core::ActorId> served_schedule(core::Program& remote);

}  // namespace heddle::remote
