// The wire between a program under test and who runs it from another process.
//
// Frames over a stream socket: four bytes of length, lowest first, then the bytes. Requests and
// answers alternate:
//
//   request   call, instance, arguments
//   answer    0, the actors that are new since the last answer, results; or 1 and an error in words
//
// Numbers of actors, locations and tokens are those of the server: the client's table of actors
// grows with it and has the same numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/program.hpp"
#include "support/bytes.hpp"

namespace heddle::remote {

/// The first frame of a server. Every program that can serve has it in its file.
inline constexpr std::string_view kGreeting = "heddle remote program, version 1";

/// Where a server finds its socket: the number of a file descriptor.
inline constexpr const char* kVariable = "HEDDLE_REMOTE";

enum class Call : std::uint8_t {
  kMake,  // blamed values: an instance
  kDrop,
  kSchedule,  // the actors of the schedule that the server was started for
  kRestart,
  kEnabled,
  kBlocked,
  kWaiting,
  kPending,
  kStep,
  kGoOn,
  kPendingYields,
  kAbandoned,
  kMatches,
  kInitialValue,
  kAdmits,
  kCommute,
  kHasErrors,
  kErrors,
  kOutcome,
  kDescribe,
  kWaitsFor,
  kActorName,
  kLocationName,
};

/// Throws UserError if the other side is gone.
void send_frame(int socket, std::string_view bytes);
/// Nothing if the other side has closed it.
std::optional<std::string> receive_frame(int socket);

void put(support::ByteWriter& out, const core::StepRecord& record);
void put(support::ByteWriter& out, const core::StepText& text);
void put(support::ByteWriter& out, const std::vector<core::Finding>& findings);
void put(support::ByteWriter& out, const std::vector<core::ActorId>& actors);
core::StepRecord get_record(support::ByteReader& in);
core::StepText get_text(support::ByteReader& in);
std::vector<core::Finding> get_findings(support::ByteReader& in);
std::vector<core::ActorId> get_actors(support::ByteReader& in);

}  // namespace heddle::remote
