#include "remote/wire.hpp"

#include <sys/socket.h>

#include <cerrno>

#include "support/check.hpp"

namespace heddle::remote {

namespace {

using support::ByteReader;
using support::ByteWriter;

constexpr std::size_t kHead = 4;
constexpr std::size_t kLongestFrame = std::size_t{1} << 30;

bool receive_all(int socket, char* to, std::size_t size) {
  while (size > 0) {
    const ssize_t got = recv(socket, to, size, 0);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return false;
    to += got;
    size -= static_cast<std::size_t>(got);
  }
  return true;
}

}  // namespace

void send_frame(int socket, std::string_view bytes) {
  ByteWriter frame;
  frame.little(static_cast<std::uint32_t>(bytes.size()));
  frame.raw(bytes);
  std::string_view left = frame.bytes();
  while (!left.empty()) {
    const ssize_t sent = send(socket, left.data(), left.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) throw support::UserError("the program under test has ended unexpectedly");
    left.remove_prefix(static_cast<std::size_t>(sent));
  }
}

std::optional<std::string> receive_frame(int socket) {
  std::string head(kHead, '\0');
  if (!receive_all(socket, head.data(), kHead)) return std::nullopt;
  const std::size_t size = ByteReader(head, "a frame", "").little<std::uint32_t>();
  if (size > kLongestFrame) return std::nullopt;
  std::string body(size, '\0');
  if (!receive_all(socket, body.data(), size)) return std::nullopt;
  return body;
}

void put(ByteWriter& out, const core::StepRecord& record) {
  out.varint(record.fingerprint);
  out.varint(record.accesses.size());
  for (const core::Access& access : record.accesses) {
    out.varint(access.location);
    out.varint(access.token);
    out.u8(static_cast<std::uint8_t>(access.kind));
    out.u8(access.decides ? 1 : 0);
  }
}

core::StepRecord get_record(ByteReader& in) {
  core::StepRecord record;
  record.fingerprint = in.varint();
  record.accesses.resize(in.count(4));
  for (core::Access& access : record.accesses) {
    access.location = in.varint();
    access.token = in.varint();
    access.kind = static_cast<core::AccessKind>(in.u8());
    access.decides = in.u8() != 0;
  }
  return record;
}

void put(ByteWriter& out, const core::StepText& text) {
  for (const std::string* part : {&text.operation, &text.value, &text.message, &text.target,
                                  &text.constraint, &text.source.file}) {
    out.field(*part);
  }
  out.varint(static_cast<std::uint32_t>(text.source.line));
  out.varint(text.reads.size());
  for (const core::ReadFrom& read : text.reads) {
    out.varint(read.step);
    out.field(read.value);
  }
}

core::StepText get_text(ByteReader& in) {
  core::StepText text;
  for (std::string* part : {&text.operation, &text.value, &text.message, &text.target,
                            &text.constraint, &text.source.file}) {
    *part = in.field();
  }
  text.source.line = static_cast<int>(in.number<std::uint32_t>());
  text.reads.resize(in.count(2));
  for (core::ReadFrom& read : text.reads) {
    read.step = in.number<std::uint32_t>();
    read.value = in.field();
  }
  return text;
}

void put(ByteWriter& out, const std::vector<core::ActorId>& actors) {
  out.varint(actors.size());
  for (const core::ActorId actor : actors) out.varint(actor);
}

std::vector<core::ActorId> get_actors(ByteReader& in) {
  std::vector<core::ActorId> actors(in.count(1));
  for (core::ActorId& actor : actors) actor = in.number<std::uint32_t>();
  return actors;
}

void put(ByteWriter& out, const std::vector<core::Finding>& findings) {
  out.varint(findings.size());
  for (const core::Finding& finding : findings) {
    out.u8(static_cast<std::uint8_t>(finding.kind));
    put(out, finding.actors);
    out.field(finding.message);
    out.field(finding.file);
    out.varint(static_cast<std::uint32_t>(finding.line));
  }
}

std::vector<core::Finding> get_findings(ByteReader& in) {
  std::vector<core::Finding> findings(in.count(5));
  for (core::Finding& finding : findings) {
    finding.kind = static_cast<core::Finding::Kind>(in.u8());
    finding.actors = get_actors(in);
    finding.message = in.field();
    finding.file = in.field();
    finding.line = static_cast<int>(in.number<std::uint32_t>());
  }
  return findings;
}

}  // namespace heddle::remote
