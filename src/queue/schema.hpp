// The tables of the queue, in the schema `heddle` of the user's database: docs/formats/queue.md.
#pragma once

#include "queue/connection.hpp"

namespace heddle::queue {

/// Raised by every change of the tables. Other versions are refused.
inline constexpr int kSchemaVersion = 4;

/// Makes the tables unless they are there. Throws support::UserError for those of another version.
void prepare_schema(Connection& connection, const Address& address);

}  // namespace heddle::queue
