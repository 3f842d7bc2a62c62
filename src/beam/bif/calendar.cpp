// erlang: dates. The time zone is UTC.
#include <chrono>
#include <optional>

#include "beam/bif/registry.hpp"
#include "beam/bif/time.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/number.hpp"

namespace heddle::beam {
namespace {

using std::chrono::days;
using std::chrono::sys_days;
using std::chrono::year_month_day;

Term date_of(Heap& heap, std::int64_t day) {
  const year_month_day date{sys_days{days{day}}};
  return heap.tuple({Term::small(static_cast<int>(date.year())),
                     Term::small(static_cast<unsigned>(date.month())),
                     Term::small(static_cast<unsigned>(date.day()))});
}

Term time_of(Heap& heap, std::int64_t second) {
  return heap.tuple(
      {Term::small(second / 3600), Term::small(second / 60 % 60), Term::small(second % 60)});
}

constexpr std::int64_t kDay = 86400;
std::int64_t day_of(std::int64_t seconds) {
  return seconds >= 0 ? seconds / kDay : -((-seconds + kDay - 1) / kDay);
}

Term datetime_of(Heap& heap, std::int64_t seconds) {
  const std::int64_t day = day_of(seconds);
  return heap.tuple({date_of(heap, day), time_of(heap, seconds - day * kDay)});
}

std::int64_t now_in_seconds(const Machine& machine) { return system_milliseconds(machine) / 1000; }

Term universaltime(Machine& machine, const Term*) {
  return datetime_of(machine.heap(), now_in_seconds(machine));
}
Term date(Machine& machine, const Term*) {
  return date_of(machine.heap(), now_in_seconds(machine) / kDay);
}
Term time(Machine& machine, const Term*) {
  return time_of(machine.heap(), now_in_seconds(machine) % kDay);
}

// Seconds since 1970 of {{Y,M,D},{H,M,S}}.
std::optional<std::int64_t> seconds_of(Term datetime) {
  if (!datetime.is_tuple(2)) return std::nullopt;
  std::int64_t parts[6] = {};
  for (Word i = 0; i < 2; ++i) {
    const Term half = datetime.element(i);
    if (!half.is_tuple(3)) return std::nullopt;
    for (Word j = 0; j < 3; ++j) {
      if (!half.element(j).is_small()) return std::nullopt;
      parts[3 * i + j] = half.element(j).small_value();
    }
  }
  const auto [year, month, day, hour, minute, second] = parts;
  if (year < 1970 || year > 9999 || month < 1 || month > 12 || day < 1 || day > 31 || hour < 0 ||
      hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) {
    return std::nullopt;
  }
  const year_month_day date{std::chrono::year{static_cast<int>(year)},
                            std::chrono::month{static_cast<unsigned>(month)},
                            std::chrono::day{static_cast<unsigned>(day)}};
  if (!date.ok()) return std::nullopt;
  return sys_days{date}.time_since_epoch().count() * kDay + hour * 3600 + minute * 60 + second;
}

Term posixtime_to_universaltime(Machine& machine, const Term* a) {
  const auto seconds = a[0].is_integer() ? int64_of(a[0]) : std::nullopt;
  if (!seconds || *seconds > 253'402'300'799 || *seconds < -62'167'219'200) {
    return machine.badarg();
  }
  return datetime_of(machine.heap(), *seconds);
}

Term universaltime_to_posixtime(Machine& machine, const Term* a) {
  const auto seconds = seconds_of(a[0]);
  return seconds ? Term::small(*seconds) : machine.badarg();
}

Term same_time(Machine& machine, const Term* a) {
  return seconds_of(a[0]) ? a[0] : machine.badarg();
}

constexpr Native kNatives[] = {
    {"erlang", "universaltime", 0, universaltime},
    {"erlang", "localtime", 0, universaltime},
    {"erlang", "date", 0, date},
    {"erlang", "time", 0, time},
    {"erlang", "posixtime_to_universaltime", 1, posixtime_to_universaltime},
    {"erlang", "universaltime_to_posixtime", 1, universaltime_to_posixtime},
    {"erlang", "universaltime_to_localtime", 1, same_time},
    {"erlang", "localtime_to_universaltime", 2, same_time},
};

}  // namespace

std::span<const Native> erlang_calendar() { return kNatives; }

}  // namespace heddle::beam
