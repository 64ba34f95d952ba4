/// UTF-8: validation, decoding that survives anything, encoding, and transcoding into it.
///
/// Text inside the library is "generalised" UTF-8: a lone surrogate, which a Python string may
/// hold, is a sequence of three bytes like its neighbours in value, and stays one code point.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "tercel/text/text_view.hpp"

namespace tercel {

inline constexpr char32_t kReplacement = 0xfffd;  ///< stands for what cannot be decoded
inline constexpr char32_t kMaxCodePoint = 0x10ffff;

/// A code point and the number of bytes that it takes, 1 to 4.
struct DecodedCodePoint {
  char32_t value;
  std::size_t length;
};

namespace detail {

inline constexpr std::uint64_t kHighBits = 0x8080808080808080U;

inline constexpr std::uint8_t byte_of(char c) {
  return static_cast<std::uint8_t>(c);
}
inline constexpr bool is_continuation(char c) {
  return (byte_of(c) & 0xc0) == 0x80;
}

template <class Unit>
Unit load_unit(const char* at) {
  Unit unit;
  std::memcpy(&unit, at,
              sizeof unit);  // the host's memory is bytes to us: no alignment, no aliasing
  return unit;
}

/// Skips from offset `i` over ASCII, eight bytes at a time, and returns where it stopped.
inline std::size_t skip_ascii(std::string_view text, std::size_t i) {
  while (i + 8 <= text.size() && (load_unit<std::uint64_t>(text.data() + i) & kHighBits) == 0) {
    i += 8;
  }
  return i;
}

}  // namespace detail

/// The code point at `at`, which must be before `end`; nothing at or after `end` is read.
///
/// A byte that starts no complete sequence is U+FFFD by itself. Surrogates decode as they are.
inline DecodedCodePoint decode_utf8(const char* at, const char* end) {
  const char32_t lead = detail::byte_of(*at);
  if (lead < 0x80) return {lead, 1};
  const std::ptrdiff_t left = end - at;
  // What a continuation byte carries. If the byte is none, this is 0x40 or more.
  const auto tail = [at](std::size_t i) -> char32_t { return detail::byte_of(at[i]) ^ 0x80U; };
  if (lead < 0xe0) {
    if (left >= 2 && lead >= 0xc2 && tail(1) < 0x40) return {(lead & 0x1f) << 6 | tail(1), 2};
  } else if (lead < 0xf0) {
    if (left >= 3 && (tail(1) | tail(2)) < 0x40) {
      const char32_t value = (lead & 0x0f) << 12 | tail(1) << 6 | tail(2);
      if (value >= 0x800) return {value, 3};  // below, it is overlong
    }
  } else if (left >= 4 && lead < 0xf5 && (tail(1) | tail(2) | tail(3)) < 0x40) {
    const char32_t value = (lead & 0x07) << 18 | tail(1) << 12 | tail(2) << 6 | tail(3);
    if (value >= 0x10000 && value <= kMaxCodePoint) return {value, 4};
  }
  return {kReplacement, 1};
}

/// Writes one code point at `out`, where 4 bytes must be free, and returns the end of it.
///
/// Surrogates are written as they are; a value above U+10FFFF is written as U+FFFD.
inline char* encode_utf8(char32_t c, char* out) {
  const auto tail = [c](int shift) { return static_cast<char>(0x80 | (c >> shift & 0x3f)); };
  if (c < 0x80) {
    *out++ = static_cast<char>(c);
  } else if (c < 0x800) {
    *out++ = static_cast<char>(0xc0 | c >> 6);
    *out++ = tail(0);
  } else if (c < 0x10000) {
    *out++ = static_cast<char>(0xe0 | c >> 12);
    *out++ = tail(6);
    *out++ = tail(0);
  } else if (c <= kMaxCodePoint) {
    *out++ = static_cast<char>(0xf0 | c >> 18);
    *out++ = tail(12);
    *out++ = tail(6);
    *out++ = tail(0);
  } else {
    return encode_utf8(kReplacement, out);
  }
  return out;
}

/// Offset of the first byte that is not part of valid UTF-8, or npos. O(n), eight bytes of ASCII at
/// a time.
///
/// Strict, as RFC 3629 is: overlong forms, surrogates, values above U+10FFFF and sequences that are
/// cut short are invalid, and the offset is that of their first byte.
inline std::size_t find_invalid_utf8(std::string_view text) {
  const char* const end = text.data() + text.size();
  std::size_t i = 0;
  while ((i = detail::skip_ascii(text, i)) < text.size()) {
    const char* const at = text.data() + i;
    const DecodedCodePoint c = decode_utf8(at, end);
    const bool is_cut = c.length == 1 && c.value == kReplacement;
    if (is_cut || (c.value >= 0xd800 && c.value <= 0xdfff)) return i;
    i += c.length;
  }
  return std::string_view::npos;
}

namespace detail {

/// Makes room without giving memory back, so that a reused buffer is filled with zeros only once.
inline char* room_for(std::string& buffer, std::size_t n_bytes) {
  if (buffer.size() < n_bytes) buffer.resize(n_bytes);
  return buffer.data();
}

/// Narrows eight units if all are ASCII. The loops have a fixed length, for the vectoriser.
template <class Unit>
bool narrow_ascii(const char* at, char* out) {
  Unit units[8];
  std::memcpy(units, at, sizeof units);
  std::uint32_t all = 0;
  for (const Unit unit : units) all |= unit;
  if (all >= 0x80) return false;
  for (std::size_t i = 0; i < 8; ++i) out[i] = static_cast<char>(units[i]);
  return true;
}

/// Writes a code point below U+0800 without a branch: which of the two lengths it has is hard to
/// predict in Greek or Cyrillic text. The second byte of a short one is overwritten by the next.
inline char* encode_short(char32_t c, char* out) {
  const bool is_ascii = c < 0x80;
  out[0] = static_cast<char>(is_ascii ? c : 0xc0 | c >> 6);
  out[1] = static_cast<char>(0x80 | (c & 0x3f));
  return out + (is_ascii ? 1 : 2);
}

template <class Unit>
std::string_view transcode(const void* data, std::size_t size, std::string& buffer) {
  // A unit of one byte becomes two, of two bytes three, of four bytes four; and two are scratch.
  constexpr std::size_t kMostBytes = sizeof(Unit) == 1 ? 2 : sizeof(Unit) == 2 ? 3 : 4;
  char* const begin = room_for(buffer, kMostBytes * size + 2);
  char* out = begin;
  const char* at = static_cast<const char*>(data);
  const char* const end = at + size * sizeof(Unit);
  constexpr std::size_t kBlock = 8 * sizeof(Unit);
  while (at != end) {
    if (static_cast<std::size_t>(end - at) >= kBlock && narrow_ascii<Unit>(at, out)) {
      at += kBlock;
      out += 8;
      continue;
    }
    // The rest, or up to eight units with something else than ASCII among them.
    const char* const stop = static_cast<std::size_t>(end - at) < kBlock ? end : at + kBlock;
    for (; at != stop; at += sizeof(Unit)) {
      const char32_t c = load_unit<Unit>(at);
      out = c < 0x800 ? encode_short(c, out) : encode_utf8(c, out);
    }
  }
  return std::string_view(begin, static_cast<std::size_t>(out - begin));
}

}  // namespace detail

/// `text` in UTF-8: itself if it is that already, else transcoded to the front of `buffer`.
///
/// O(n). The result lives as long as the text and the buffer; the buffer may be larger than it and
/// is best reused. Every unit is one code point: pairs of surrogates in ucs2 are not joined,
/// because the hosts that we know hold no pairs. A ucs4 unit above U+10FFFF becomes U+FFFD.
inline std::string_view to_utf8(TextView text, std::string& buffer) {
  switch (text.encoding) {
    case Encoding::latin1:
      return detail::transcode<std::uint8_t>(text.data, text.size, buffer);
    case Encoding::ucs2:
      return detail::transcode<std::uint16_t>(text.data, text.size, buffer);
    case Encoding::ucs4:
      return detail::transcode<std::uint32_t>(text.data, text.size, buffer);
    default:
      return std::string_view(static_cast<const char*>(text.data), text.size);
  }
}

}  // namespace tercel
