// erlang:decode_packet/3: packets with a length in front, lines and HTTP, as packet_parser.c of
// OTP.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <string_view>

#include "beam/bif/cause.hpp"
#include "beam/bif/iolist.hpp"
#include "beam/bif/registry.hpp"
#include "beam/term/atom.hpp"
#include "beam/term/number.hpp"
#include "beam/vm/machine.hpp"
#include "support/check.hpp"

namespace heddle::beam {
namespace {

struct Options {
  std::uint64_t packet_size = 0;  // 0: any
  std::uint64_t line_length = 0;  // 0: any
  char delimiter = '\n';
};

// None if they are wrong.
std::optional<Options> options_of(Term list, bool lines) {
  Options options;
  for (; list.is_cons(); list = list.tail()) {
    const Term option = list.head();
    if (!option.is_tuple(2) || !option.element(0).is_atom() || !option.element(1).is_small() ||
        option.element(1).small_value() < 0) {
      return std::nullopt;
    }
    const std::string_view name = name_of(option.element(0));
    const auto value = static_cast<std::uint64_t>(option.element(1).small_value());
    if (name == "packet_size") {
      options.packet_size = value;
    } else if (name == "line_length") {
      options.line_length = value;
    } else if (name == "line_delimiter" && lines && value <= 255) {
      options.delimiter = static_cast<char>(value);
    } else {
      return std::nullopt;
    }
  }
  if (!list.is_nil()) return std::nullopt;
  return options;
}

// How many bytes the packet has and where its content is.
struct Packet {
  enum class State : std::uint8_t { kWhole, kMore, kInvalid } state = State::kMore;
  std::size_t size = 0;    // with what is in front; kMore: 0 is not known
  std::size_t header = 0;  // bytes that are not content
};

Packet with_length(std::string_view bytes, std::size_t header, const Options& options) {
  if (bytes.size() < header) return {};
  std::uint64_t length = 0;
  for (std::size_t i = 0; i < header; ++i) {
    length = length << 8 | static_cast<std::uint8_t>(bytes[i]);
  }
  if (header == 4 && length > 0x7fffffff) return {Packet::State::kInvalid, 0, 0};
  if (options.packet_size != 0 && length > options.packet_size) {
    return {Packet::State::kInvalid, 0, 0};
  }
  const std::size_t size = header + length;
  return {bytes.size() < size ? Packet::State::kMore : Packet::State::kWhole, size, header};
}

Packet line(std::string_view bytes, const Options& options) {
  const std::size_t end = bytes.find(options.delimiter);
  if (end == std::string_view::npos) {
    if (options.packet_size != 0 && bytes.size() > options.packet_size) {
      return {Packet::State::kInvalid, 0, 0};
    }
    // What is too long for a line is given in parts.
    if (options.line_length != 0 && bytes.size() >= options.line_length) {
      return {Packet::State::kWhole, options.line_length, 0};
    }
    return {};
  }
  const std::size_t size = end + 1;
  if (options.packet_size != 0 && size > options.packet_size) {
    return {Packet::State::kInvalid, 0, 0};
  }
  if (options.line_length != 0 && size > options.line_length) {
    return {Packet::State::kWhole, options.line_length, 0};
  }
  return {Packet::State::kWhole, size, 0};
}

// A line of HTTP; one that begins with a space goes on with the header before it.
Packet http_line(std::string_view bytes, bool headers, const Options& options) {
  std::size_t from = 0;
  while (true) {
    const std::size_t end = bytes.find('\n', from);
    if (end == std::string_view::npos) {
      if (options.line_length != 0 && bytes.size() >= options.line_length) {
        return {Packet::State::kInvalid, 0, 0};
      }
      return {};
    }
    const std::size_t size = end + 1;
    const bool empty = size == 1 || (size == 2 && bytes[0] == '\r');
    if (headers && !empty) {
      // Whether the header goes on is known when the next line begins.
      if (size == bytes.size()) return {};
      if (bytes[size] == ' ' || bytes[size] == '\t') {
        from = size;
        continue;
      }
    }
    if (options.line_length != 0 && size > options.line_length) {
      return {Packet::State::kInvalid, 0, 0};
    }
    return {Packet::State::kWhole, size, 0};
  }
}

// ---- HTTP

constexpr std::string_view kMethods[] = {"OPTIONS", "GET",    "HEAD", "POST",
                                         "PUT",     "DELETE", "TRACE"};
constexpr std::string_view kHeaders[] = {"Cache-Control",
                                         "Connection",
                                         "Date",
                                         "Pragma",
                                         "Transfer-Encoding",
                                         "Upgrade",
                                         "Via",
                                         "Accept",
                                         "Accept-Charset",
                                         "Accept-Encoding",
                                         "Accept-Language",
                                         "Authorization",
                                         "From",
                                         "Host",
                                         "If-Modified-Since",
                                         "If-Match",
                                         "If-None-Match",
                                         "If-Range",
                                         "If-Unmodified-Since",
                                         "Max-Forwards",
                                         "Proxy-Authorization",
                                         "Range",
                                         "Referer",
                                         "User-Agent",
                                         "Age",
                                         "Location",
                                         "Proxy-Authenticate",
                                         "Public",
                                         "Retry-After",
                                         "Server",
                                         "Vary",
                                         "Warning",
                                         "Www-Authenticate",
                                         "Allow",
                                         "Content-Base",
                                         "Content-Encoding",
                                         "Content-Language",
                                         "Content-Length",
                                         "Content-Location",
                                         "Content-Md5",
                                         "Content-Range",
                                         "Content-Type",
                                         "Etag",
                                         "Expires",
                                         "Last-Modified",
                                         "Accept-Ranges",
                                         "Set-Cookie",
                                         "Set-Cookie2",
                                         "X-Forwarded-For",
                                         "Cookie",
                                         "Keep-Alive",
                                         "Proxy-Connection"};
constexpr std::size_t kLongestFormatted = 50;

class Http {
 public:
  Http(Heap& heap, bool binaries) : heap_(heap), binaries_(binaries) {}

  // None if it is not HTTP: the caller says which line.
  Term first_line(std::string_view text) {
    return text.starts_with("HTTP/") ? response(text) : request(text);
  }

  Term header(std::string_view text) {
    const std::size_t end = std::min(text.find_first_of(" \t:"), text.size());
    const std::string_view name = text.substr(0, end);
    std::string_view rest = text.substr(end);
    if (!rest.starts_with(':')) return Term::none();
    rest.remove_prefix(1);
    skip_spaces(rest);
    const std::string formatted = format(name);
    Term field = string(name.size() < kLongestFormatted ? std::string_view(formatted) : name);
    std::int64_t number = 0;
    for (std::size_t i = 0; i < std::size(kHeaders); ++i) {
      if (formatted == kHeaders[i]) {
        field = intern(kHeaders[i]);
        number = static_cast<std::int64_t>(i) + 1;
      }
    }
    return heap_.tuple(
        {intern("http_header"), Term::small(number), field, string(name), string(rest)});
  }

  Term string(std::string_view text) { return binaries_ ? heap_.binary(text) : heap_.string(text); }

 private:
  static void skip_spaces(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t"), text.size()));
  }

  static std::string format(std::string_view name) {
    std::string text(name);
    bool upper = true;
    for (char& c : text) {
      const auto byte = static_cast<unsigned char>(c);
      c = static_cast<char>(upper ? std::toupper(byte) : std::tolower(byte));
      upper = c == '-';
    }
    return text;
  }

  // "1.1" as {1, 1}; none if it is something else.
  Term version(std::string_view& text) {
    const auto number = [&]() -> std::optional<std::int64_t> {
      std::size_t digits = 0;
      std::int64_t value = 0;
      while (digits < text.size() && digits < 9 &&
             std::isdigit(static_cast<unsigned char>(text[digits])) != 0) {
        value = value * 10 + (text[digits++] - '0');
      }
      text.remove_prefix(digits);
      return digits == 0 ? std::nullopt : std::optional(value);
    };
    const auto major = number();
    if (!major || !text.starts_with('.')) return Term::none();
    text.remove_prefix(1);
    const auto minor = number();
    if (!minor) return Term::none();
    return heap_.tuple({Term::small(*major), Term::small(*minor)});
  }

  Term response(std::string_view text) {
    text.remove_prefix(5);
    const Term protocol = version(text);
    if (protocol.is_none() || !text.starts_with(' ')) return Term::none();
    skip_spaces(text);
    const std::size_t end = std::min(text.find_first_of(" \t"), text.size());
    const std::string_view code = text.substr(0, end);
    if (code.empty() || code.size() > 9 ||
        code.find_first_not_of("0123456789") != std::string_view::npos) {
      return Term::none();
    }
    std::string_view phrase = text.substr(end);
    skip_spaces(phrase);
    return heap_.tuple({intern("http_response"), protocol,
                        Term::small(std::stoll(std::string(code))), string(phrase)});
  }

  Term request(std::string_view text) {
    const std::size_t end = text.find(' ');
    if (end == std::string_view::npos || end == 0) return Term::none();
    const std::string_view name = text.substr(0, end);
    Term method = string(name);
    if (std::find(std::begin(kMethods), std::end(kMethods), name) != std::end(kMethods)) {
      method = intern(name);
    }
    text.remove_prefix(end);
    skip_spaces(text);
    const std::size_t uri_end = std::min(text.find(' '), text.size());
    const std::string_view target = text.substr(0, uri_end);
    if (target.empty()) return Term::none();
    text.remove_prefix(uri_end);
    skip_spaces(text);
    Term protocol = heap_.tuple({Term::small(0), Term::small(9)});
    if (!text.empty()) {
      if (!text.starts_with("HTTP/")) return Term::none();
      text.remove_prefix(5);
      protocol = version(text);
      if (protocol.is_none()) return Term::none();
    }
    return heap_.tuple({intern("http_request"), method, uri(target), protocol});
  }

  Term uri(std::string_view text) {
    if (text == "*") return intern("*");
    if (text.starts_with('/')) return heap_.tuple({intern("abs_path"), string(text)});
    const std::size_t colon = text.find(':');
    if (colon == std::string_view::npos) return string(text);
    const std::string_view scheme = text.substr(0, colon);
    if (scheme == "http" || scheme == "https") {
      std::string_view rest = text.substr(colon + 1);
      if (!rest.starts_with("//")) return string(text);
      rest.remove_prefix(2);
      const std::size_t slash = rest.find('/');
      const std::string_view authority = rest.substr(0, slash);
      const std::string_view path =
          slash == std::string_view::npos ? std::string_view("/") : rest.substr(slash);
      const std::size_t port = authority.find(
          ':', authority.starts_with('[') ? std::min(authority.find(']'), authority.size()) : 0);
      Term number = atoms::undefined;
      if (port != std::string_view::npos) {
        const std::string digits(authority.substr(port + 1));
        if (!digits.empty() && digits.size() < 10 &&
            digits.find_first_not_of("0123456789") == std::string::npos) {
          number = Term::small(std::stoll(digits));
        }
      }
      return heap_.tuple({intern("absoluteURI"), intern(scheme), string(authority.substr(0, port)),
                          number, string(path)});
    }
    return heap_.tuple({intern("scheme"), string(scheme), string(text.substr(colon + 1))});
  }

  Heap& heap_;
  const bool binaries_;
};

Term http(Machine& machine, std::string_view text, bool headers, bool binaries) {
  Http parser(machine.heap(), binaries);
  std::string_view whole = text.substr(0, text.size() - 1);
  if (whole.ends_with('\r')) whole.remove_suffix(1);
  if (headers && whole.empty()) return intern("http_eoh");
  const Term parsed = headers ? parser.header(whole) : parser.first_line(whole);
  if (!parsed.is_none()) return parsed;
  return machine.heap().tuple({intern("http_error"), parser.string(text)});
}

Term decode_packet(Machine& machine, const Term* a) {
  Heap& heap = machine.heap();
  const auto bytes = binary_bytes(a[1]);
  const auto options = options_of(a[2], a[0] == intern("line"));
  std::size_t header = 0;
  std::string_view type;
  if (a[0] == Term::small(0) || a[0] == intern("raw")) {
    type = "raw";
  } else if (a[0].is_small()) {
    header = static_cast<std::size_t>(a[0].small_value());
    if (header != 1 && header != 2 && header != 4) return badarg_because(machine, "badopt");
  } else if (a[0].is_atom()) {
    type = name_of(a[0]);
  } else {
    return badarg_because(machine, "badopt");
  }
  const bool is_http = type == "http" || type == "http_bin";
  const bool is_header = type == "httph" || type == "httph_bin";
  constexpr std::string_view kOthers[] = {"asn1", "sunrm", "cdr", "fcgi", "tpkt", "ssl_tls"};
  const bool is_other = std::ranges::count(kOthers, type) != 0;
  if (header == 0 && type != "raw" && type != "line" && !is_http && !is_header && !is_other) {
    return badarg_because(machine, "badopt");
  }
  if (!bytes || !options) return machine.badarg();
  Packet packet;
  if (type == "raw") {
    if (!bytes->empty()) packet = {Packet::State::kWhole, bytes->size(), 0};
  } else if (header != 0) {
    packet = with_length(*bytes, header, *options);
  } else if (type == "line") {
    packet = line(*bytes, *options);
  } else if (is_http || is_header) {
    packet = http_line(*bytes, is_header, *options);
  } else {
    throw support::UserError(
        fmt::format("{} calls erlang:decode_packet/3 for {}, which Heddle does "
                    "not have",
                    machine.place(machine.calling()), type));
  }
  if (packet.state == Packet::State::kInvalid) {
    return heap.tuple({atoms::error, intern("invalid")});
  }
  if (packet.state == Packet::State::kMore) {
    return heap.tuple(
        {intern("more"), packet.size == 0 ? atoms::undefined : heap.unsigned_integer(packet.size)});
  }
  const std::string_view content =
      std::string_view(*bytes).substr(packet.header, packet.size - packet.header);
  const bool binaries = type.ends_with("_bin");
  const Term parsed = is_http || is_header ? http(machine, content, is_header, binaries)
                                           : sub_bits(heap, a[1], packet.header * 8,
                                                      (packet.size - packet.header) * 8);
  return heap.tuple({atoms::ok, parsed,
                     sub_bits(heap, a[1], packet.size * 8, (bytes->size() - packet.size) * 8)});
}

constexpr Native kNatives[] = {
    {"erlang", "decode_packet", 3, decode_packet},
};

}  // namespace

std::span<const Native> decode_packet_natives() { return kNatives; }

}  // namespace heddle::beam
