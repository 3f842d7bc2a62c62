#include "serve/server.hpp"

#include <fmt/format.h>
#include <httplib.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <iostream>
#include <nlohmann/json.hpp>
#include <span>
#include <thread>

#include "beam/loader/compile.hpp"
#include "serve/confine.hpp"
#include "serve/connection_threads.hpp"
#include "serve/examples.hpp"
#include "serve/execution.hpp"
#include "serve/guard.hpp"
#include "serve/history.hpp"
#include "serve/limits.hpp"
#include "serve/options.hpp"
#include "serve/queue_view.hpp"
#include "serve/runs.hpp"
#include "serve/sse.hpp"
#include "serve/token.hpp"
#include "support/check.hpp"
#include "support/embedded.hpp"
#include "support/file.hpp"
#include "support/version.hpp"

namespace heddle::serve {

std::span<const support::EmbeddedFile> embedded_page();  // cmake/Embed.cmake

namespace {

using httplib::Request;
using httplib::Response;
using nlohmann::json;
using support::UserError;

constexpr std::size_t kMostConnections = 2'000;  // a thread each
constexpr std::chrono::seconds kHeartbeat{10};
constexpr std::chrono::milliseconds kLookAtQueue{250};

// Whatever bytes a program printed, what is sent is UTF-8.
std::string text_of(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

void answer(Response& response, int status, const json& value) {
  response.status = status;
  response.set_content(text_of(value), "application/json");
}

void refuse(Response& response, int status, const std::string& why) {
  answer(response, status, {{"error", why}});
}

// For requests whose body stays unread: what follows on the connection is no request. The library
// ends a connection when a body cannot be given to its end, and only then.
void refuse_and_close(Response& response, int status, const std::string& why) {
  std::string body = text_of({{"error", why}});
  const std::size_t size = body.size();
  response.status = status;
  response.set_header("Connection", "close");
  response.set_content_provider(
      size, "application/json",
      [body = std::move(body)](std::size_t, std::size_t, httplib::DataSink& sink) {
        sink.write(body.data(), body.size());
        return false;
      });
}

// The page forbids itself all scripts but its own by their hash, in a meta element that its build
// wrote; the header says the same, and what only a header can say.
std::string page_policy(std::string_view page) {
  constexpr std::string_view kBegin = "http-equiv=\"Content-Security-Policy\" content=\"";
  const std::size_t begin = page.find(kBegin);
  HEDDLE_CHECK(begin != std::string_view::npos, "web/dist/serve.html has a policy");
  const std::string_view rest = page.substr(begin + kBegin.size());
  return std::string(rest.substr(0, rest.find('"'))) + "; frame-ancestors 'none'";
}

constexpr const char* kDataPolicy = "default-src 'none'; frame-ancestors 'none'";
// A document without an origin: its scripts can draw and nothing else.
constexpr const char* kReportPolicy =
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; "
    "style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'self'";

std::string header(const Request& request, const char* name) {
  return request.get_header_value(name);
}

Caller caller_of(const Request& request) {
  Caller caller;
  caller.host = header(request, "Host");
  caller.origin = header(request, "Origin");
  caller.fetch_site = header(request, "Sec-Fetch-Site");
  caller.token = request.has_header("X-Heddle-Token") ? header(request, "X-Heddle-Token")
                                                      : request.get_param_value("token");
  caller.several =
      request.get_header_value_count("Host") > 1 || request.get_header_value_count("Origin") > 1;
  return caller;
}

bool is_report(const Request& request) {
  return request.method == "GET" && request.path.starts_with("/api/runs/") &&
         request.path.ends_with("/report.html");
}

std::uint64_t id_of(const Request& request) {
  const std::string text = request.matches[1];
  std::uint64_t id = 0;
  std::from_chars(text.data(), text.data() + text.size(), id);
  return id;
}

RunRequest parse_run(const std::string& body) {
  const json given = json::parse(body, nullptr, false);
  if (!given.is_object()) throw UserError("the request is not a JSON object");
  const auto text = [&](const char* name) {
    if (!given.contains(name) || !given[name].is_string()) {
      throw UserError(fmt::format("{} is missing, or no text", name));
    }
    return given[name].get<std::string>();
  };
  RunRequest request;
  const auto language = language_named(text("language"));
  if (!language) throw UserError("the language is none of erlang, elixir, cpp");
  request.language = *language;
  request.name = text("name").substr(0, 200);
  request.command = text("command");
  request.source = text("source");
  request.options = given.value("options", json::object());
  return request;
}

const char* event_name(const Run& run) {
  if (run.over()) return "done";
  return run.state == RunState::kQueued ? "queued" : "progress";
}

}  // namespace

struct Server::Parts {
  explicit Parts(const ServeOptions& options);

  void add_guard();
  void add_pages();
  void add_runs();
  void add_run_files();
  void add_queue();
  void keep(const Run& run);
  json info() const;
  void send_events(const Request& request, Response& response);
  void send_queue(Response& response);
  std::optional<Run> finished(const Request& request, Response& response) const;

  beam::PrivateFolder folder;
  Examples examples;
  Execution execution;
  std::unique_ptr<QueueView> shared;  // of --queue
  httplib::Server http;
  std::uint16_t port;
  Guard guard;
  std::string policy;
  std::atomic<std::size_t> listeners{0};
  std::unique_ptr<History> history;  // of --keep
  std::vector<Run> past;             // on their way into the queue
  RunQueue queue;                    // last: its runs use all the others
};

namespace {

ExecutionSettings settings_of(const ServeOptions& options, const std::string& folder,
                              const Examples& examples) {
  ExecutionSettings settings;
  settings.program = options.program;
  settings.folder = folder;
  settings.folders = examples.folders();
  settings.time = options.time;
  settings.memory = options.memory;
  settings.native = options.allow_native;
  settings.cpp = find_cpp_package(options.program);
  return settings;
}

std::uint16_t bind(httplib::Server& http, std::uint16_t port) {
  socket_t listens = INVALID_SOCKET;
  // Not the library's choice, which would share the port with whoever listens there already.
  http.set_socket_options([&](socket_t socket) {
    const int yes = 1;
    setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    listens = socket;
  });
  constexpr const char* kHere = "127.0.0.1";
  int bound = 0;
  if (port != 0) {
    if (http.bind_to_port(kHere, port)) bound = port;
  } else {
    bound = std::max(0, http.bind_to_any_port(kHere));
  }
  http.set_socket_options(nullptr);
  if (bound == 0 && port == 0) throw UserError("no port of 127.0.0.1 can be listened on");
  if (bound == 0) {
    throw UserError(fmt::format(
        "--port {}: cannot be listened on; it is in use or reserved: give another, or 0 for any",
        port));
  }
  // The library lets five wait to be accepted; one more has to try again a second later.
  ::listen(listens, SOMAXCONN);
  return static_cast<std::uint16_t>(bound);
}

}  // namespace

Server::Parts::Parts(const ServeOptions& options)
    : examples(options.folders),
      execution(settings_of(options, folder.path(), examples)),
      shared(options.queue.empty() ? nullptr : std::make_unique<QueueView>(options.queue)),
      port(bind(http, options.port)),
      guard(port, make_token()),
      policy(page_policy(embedded_page().front().text)),
      history(options.keep.empty() ? nullptr : std::make_unique<History>(options.keep)),
      past(history == nullptr ? std::vector<Run>() : history->load(folder.path())),
      queue(
          options.jobs,
          [this](const Run& run, const std::atomic<bool>& stop, const RunQueue::Publish& publish) {
            execution.run(run, stop, publish);
          },
          [this](const Run& run) {
            execution.forget(run);
            if (history != nullptr) history->forget(run);
          },
          [this](const Run& run) { keep(run); }, std::move(past),
          history == nullptr ? 1 : history->next()) {
  http.new_task_queue = [] { return new ConnectionThreads(kMostConnections); };
  http.set_payload_max_length(kMostRequest);
  http.set_read_timeout(5, 0);
  http.set_write_timeout(10, 0);
  http.set_keep_alive_timeout(2);
  http.set_default_headers({{"X-Content-Type-Options", "nosniff"},
                            {"Referrer-Policy", "no-referrer"},
                            {"Cross-Origin-Opener-Policy", "same-origin"},
                            {"Cross-Origin-Resource-Policy", "same-origin"},
                            {"Cache-Control", "no-store"}});
  add_guard();
  add_pages();
  add_runs();
  add_run_files();
  add_queue();
}

// A full disk must not end the server.
void Server::Parts::keep(const Run& run) {
  if (history == nullptr) return;
  try {
    history->save(run);
  } catch (const UserError& error) {
    std::cerr << "heddle: " << error.what() << '\n';
  }
}

void Server::Parts::add_guard() {
  http.set_pre_routing_handler([this](const Request& request, Response& response) {
    using Result = httplib::Server::HandlerResponse;
    const Caller caller = caller_of(request);
    const auto why = is_report(request) ? guard.refuses_place(caller) : guard.refuses(caller);
    if (why) {
      refuse_and_close(response, 403, *why);
      return Result::Handled;
    }
    // A form of another page cannot send JSON without asking first, which nobody answers.
    if (request.method == "POST" &&
        !header(request, "Content-Type").starts_with("application/json")) {
      refuse_and_close(response, 415, "send application/json");
      return Result::Handled;
    }
    const std::string length = header(request, "Content-Length");
    std::uint64_t bytes = 0;
    std::from_chars(length.data(), length.data() + length.size(), bytes);
    if (bytes > kMostRequest) {
      refuse_and_close(response, 413, fmt::format("more than {} KiB", kMostRequest >> 10));
      return Result::Handled;
    }
    // Pieces of any number: the library would read them all.
    if (!header(request, "Transfer-Encoding").empty()) {
      refuse_and_close(response, 411, "say how long the body is (Content-Length)");
      return Result::Handled;
    }
    return Result::Unhandled;
  });
  // Every answer has a policy, also those that the library makes.
  http.set_post_routing_handler([](const Request&, Response& response) {
    if (!response.has_header("Content-Security-Policy")) {
      response.set_header("Content-Security-Policy", kDataPolicy);
    }
  });
  http.set_error_handler([](const Request&, Response& response) {
    if (response.has_header("Content-Type")) return;  // one of ours
    const int status = response.status;
    refuse(response, status, status == 404 ? "there is no such thing here" : "refused");
  });
  http.set_exception_handler([](const Request&, Response& response, std::exception_ptr failure) {
    try {
      std::rethrow_exception(std::move(failure));
    } catch (const UserError& error) {
      refuse(response, 400, error.what());
    } catch (const std::exception& error) {
      refuse(response, 500, error.what());
    } catch (...) {
      refuse(response, 500, "an unknown failure");
    }
  });
}

json Server::Parts::info() const {
  const ExecutionSettings& settings = execution.settings();
  std::string cpp;
  try {
    execution.refuse({.language = Language::kCpp,
                      .name = "",
                      .command = "check",
                      .options = json::object(),
                      .source = ""});
  } catch (const UserError& error) {
    cpp = error.what();
  }
  return {
      {"version", support::kVersion},
      {"confined", Confinement::available()},
      {"native", settings.native},
      {"cpp_refusal", cpp},
      {"queue", shared == nullptr ? "" : shared->address()},
      {"options", options_as_json()},
      {"limits", {{"time", settings.time}, {"memory", settings.memory}, {"source", kMostSource}}}};
}

void Server::Parts::add_pages() {
  http.Get("/", [this](const Request&, Response& response) {
    const std::string_view page = embedded_page().front().text;
    response.set_header("Content-Security-Policy", policy);
    response.set_content(page.data(), page.size(), "text/html; charset=utf-8");
  });
  http.Get("/api/info",
           [this](const Request&, Response& response) { answer(response, 200, info()); });
  http.Get("/api/examples", [this](const Request&, Response& response) {
    answer(response, 200, examples.as_json());
  });
  http.Get("/api/example", [this](const Request& request, Response& response) {
    const auto source = examples.source(request.get_param_value("id"));
    if (!source) return refuse(response, 404, "there is no such program, or it is too large");
    answer(response, 200, {{"source", *source}});
  });
}

void Server::Parts::add_runs() {
  http.Post("/api/runs", [this](const Request& request, Response& response) {
    RunRequest wanted = parse_run(request.body);
    execution.refuse(wanted);
    const auto id = queue.submit(std::move(wanted));
    if (!id) return refuse(response, 429, fmt::format("{} runs wait already", kMostWaiting));
    answer(response, 202, {{"id", *id}});
  });
  http.Get("/api/runs", [this](const Request&, Response& response) {
    json all = json::array();
    for (const Run& run : queue.list()) all.push_back(as_json(run, false));
    answer(response, 200, all);
  });
  http.Get(R"(/api/runs/(\d{1,18}))", [this](const Request& request, Response& response) {
    const auto run = queue.find(id_of(request));
    if (!run) return refuse(response, 404, "there is no such run");
    answer(response, 200, as_json(*run, true));
  });
  http.Post(R"(/api/runs/(\d{1,18})/stop)", [this](const Request& request, Response& response) {
    if (!queue.stop(id_of(request))) return refuse(response, 404, "there is no such run");
    answer(response, 200, json::object());
  });
  http.Get(R"(/api/runs/(\d{1,18})/events)",
           [this](const Request& request, Response& response) { send_events(request, response); });
}

void Server::Parts::send_events(const Request& request, Response& response) {
  const std::uint64_t id = id_of(request);
  if (!queue.find(id)) return refuse(response, 404, "there is no such run");
  if (listeners.fetch_add(1) >= kMostListeners) {
    --listeners;
    return refuse(response, 503, "too many pages listen; close some");
  }
  auto seen = std::make_shared<std::uint64_t>(0);
  response.set_chunked_content_provider(
      "text/event-stream",
      [this, id, seen](std::size_t, httplib::DataSink& sink) {
        const auto run = queue.wait(id, *seen, kHeartbeat);
        if (!run) {
          sink.done();
          return true;
        }
        const bool news = run->version != *seen;
        const std::string frame =
            news ? sse_event(event_name(*run), text_of(as_json(*run, false))) : sse_heartbeat();
        *seen = run->version;
        if (!sink.write(frame.data(), frame.size())) return false;
        if (run->over() || queue.closed()) sink.done();
        return true;
      },
      [this](bool) { --listeners; });
}

std::optional<Run> Server::Parts::finished(const Request& request, Response& response) const {
  auto run = queue.find(id_of(request));
  if (run && run->over()) return run;
  refuse(response, 404, run ? "the run is not over yet" : "there is no such run");
  return std::nullopt;
}

void Server::Parts::add_run_files() {
  http.Get(R"(/api/runs/(\d{1,18})/acs)", [this](const Request& request, Response& response) {
    const auto run = finished(request, response);
    if (!run) return;
    if (!run->has_acs) return refuse(response, 404, "this run has made no ACS");
    const std::string acs =
        support::read_file(run->folder + "/" + kAcsFile, kMostReport, "actor system");
    answer(response, 200, {{"acs", json::parse(acs)}, {"result", run->result}});
  });
  http.Get(R"(/api/runs/(\d{1,18})/report\.html)", [this](const Request& request,
                                                          Response& response) {
    // The key comes first: who has none learns nothing about the runs.
    const auto run = queue.find(id_of(request));
    if (!run || !equal_in_constant_time(request.get_param_value("key"), run->key)) {
      return refuse(response, 403, "the key of the report is missing or wrong");
    }
    if (!run->over() || !run->has_report) {
      return refuse(response, 404, "this run has made no report");
    }
    response.set_header("Content-Security-Policy", kReportPolicy);
    response.set_content(support::read_file(run->folder + "/" + kReportFile, kMostReport, "report"),
                         "text/html; charset=utf-8");
  });
}

void Server::Parts::add_queue() {
  http.Get("/api/queue/events", [this](const Request&, Response& response) {
    if (shared == nullptr) return refuse(response, 404, "heddle serve was started without --queue");
    send_queue(response);
  });
  http.Post(R"(/api/queue/(\d{1,18})/stop)", [this](const Request& request, Response& response) {
    if (shared == nullptr) return refuse(response, 404, "heddle serve was started without --queue");
    shared->stop(id_of(request));
    answer(response, 200, json::object());
  });
}

void Server::Parts::send_queue(Response& response) {
  if (listeners.fetch_add(1) >= kMostListeners) {
    --listeners;
    return refuse(response, 503, "too many pages listen; close some");
  }
  auto seen = std::make_shared<std::string>();
  response.set_chunked_content_provider(
      "text/event-stream",
      [this, seen](std::size_t, httplib::DataSink& sink) {
        const auto until = std::chrono::steady_clock::now() + kHeartbeat;
        std::string now = text_of(shared->look());
        while (now == *seen && !queue.closed() && std::chrono::steady_clock::now() < until) {
          std::this_thread::sleep_for(kLookAtQueue);
          now = text_of(shared->look());
        }
        const std::string frame = now == *seen ? sse_heartbeat() : sse_event("queue", now);
        *seen = std::move(now);
        if (!sink.write(frame.data(), frame.size())) return false;
        if (queue.closed()) sink.done();
        return true;
      },
      [this](bool) { --listeners; });
}

Server::Server(const ServeOptions& options) : parts_(std::make_unique<Parts>(options)) {}
Server::~Server() = default;

std::string Server::problem() const {
  return parts_->history == nullptr ? std::string() : parts_->history->problem();
}

std::string Server::url() const {
  return fmt::format("http://127.0.0.1:{}/?token={}", parts_->port, parts_->guard.token());
}

void Server::run() { parts_->http.listen_after_bind(); }

void Server::stop() {
  parts_->queue.close();  // ends the streams of events, which the library waits for
  parts_->http.stop();
}

}  // namespace heddle::serve
