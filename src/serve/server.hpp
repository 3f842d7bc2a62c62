// heddle serve: a page on 127.0.0.1 with an editor, the examples, and runs of check and verify.
//
// | request | answer |
// |---|---|
// | GET /?token=T | the page |
// | GET /api/info | what the server can do, the options, the limits |
// | GET /api/examples, /api/example?id=I | the list; the source of one |
// | POST /api/runs | starts a run: {language, name, source, command, options}; 202 and {id} |
// | GET /api/runs, /api/runs/ID | the runs, the newest first; one with its result |
// | GET /api/runs/ID/events | server-sent events: queued, progress, done |
// | POST /api/runs/ID/stop | ends it |
// | GET /api/runs/ID/acs | {acs, result}: what verify made |
// | GET /api/queue/events | server-sent events: queue, with the runs of the queue (--queue) |
// | POST /api/queue/ID/stop | ends one of them, for all who work on it |
// | GET /api/runs/ID/report.html?key=K | the report, for an iframe without an origin |
//
// All but the last need the token, as the header X-Heddle-Token or the parameter token. The report
// is opened by the key of its run: what is in it could only ever give away itself.
#pragma once

#include <memory>
#include <string>

#include "serve/serve_options.hpp"

namespace heddle::serve {

class Server {
 public:
  /// Binds the port; throws support::UserError if it is taken or a folder is missing.
  explicit Server(const ServeOptions& options);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// What is not as it should be, though the server works; empty: nothing.
  std::string problem() const;
  /// With the token in it.
  std::string url() const;
  /// Serves until stop() is called from another thread.
  void run();
  void stop();

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace heddle::serve
