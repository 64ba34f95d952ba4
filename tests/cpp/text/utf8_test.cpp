#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/text/utf8.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <vector>

using tercel::Encoding;

namespace {

/// Memory of exactly this size, so that a sanitizer sees an over-read.
struct Exact {
  explicit Exact(std::string_view text) : bytes(new char[text.size()]), size(text.size()) {
    text.copy(bytes.get(), size);
  }
  std::string_view view() const { return {bytes.get(), size}; }
  std::unique_ptr<char[]> bytes;
  std::size_t size;
};

std::u32string decode(std::string_view text) {
  const Exact exact(text);
  const char* at = exact.bytes.get();
  const char* const end = at + exact.size;
  std::u32string out;
  while (at != end) {
    const tercel::DecodedCodePoint c = tercel::decode_utf8(at, end);
    out += c.value;
    at += c.length;
  }
  return out;
}

std::size_t find_invalid(std::string_view text) {
  return tercel::find_invalid_utf8(Exact(text).view());
}

std::string encode(char32_t c) {
  char bytes[4];
  return std::string(bytes, tercel::encode_utf8(c, bytes));
}

}  // namespace

TEST_CASE("every code point comes back, and only surrogates are invalid") {
  for (char32_t c = 0; c <= tercel::kMaxCodePoint; ++c) {
    const std::string bytes = encode(c);
    const tercel::DecodedCodePoint back =
        tercel::decode_utf8(bytes.data(), bytes.data() + bytes.size());
    const bool is_surrogate = c >= 0xd800 && c <= 0xdfff;
    const bool is_right = back.value == c && back.length == bytes.size() &&
                          (tercel::find_invalid_utf8(bytes) == 0) == is_surrogate;
    if (!is_right) FAIL_CHECK("U+", static_cast<std::uint32_t>(c));
  }
  CHECK(encode(0x110000) == encode(tercel::kReplacement));
}

TEST_CASE("what is no UTF-8 is replaced byte by byte") {
  const std::u32string r(1, tercel::kReplacement);
  CHECK(decode("a\x80"
               "b") == U"a" + r + U"b");
  CHECK(decode("\xc1\xbf") == r + r);                  // overlong
  CHECK(decode("\xe0\x9f\xbf") == r + r + r);          // overlong
  CHECK(decode("\xf0\x8f\xbf\xbf") == r + r + r + r);  // overlong
  CHECK(decode("\xf4\x90\x80\x80") == r + r + r + r);  // above U+10FFFF
  CHECK(decode("\xf5\x80\x80\x80") == r + r + r + r);
  CHECK(decode("\xe2\x82"
               "a") == r + r + U"a");  // cut short
  CHECK(decode("\xed\xa0\x80") == std::u32string(1, char32_t{0xd800}));
}

TEST_CASE("validation names the first bad byte") {
  CHECK(find_invalid("") == std::string_view::npos);
  CHECK(find_invalid("twelve ASCII bytes and \xc3\xa9") == std::string_view::npos);
  CHECK(find_invalid("12345678\xff") == 8);
  CHECK(find_invalid("1234567\xc3\xa9\xed\xa0\x80") == 9);
  CHECK(find_invalid("\xc0\x80") == 0);
  CHECK(find_invalid("\xef\xbf\xbd") == std::string_view::npos);  // a real U+FFFD
  CHECK(find_invalid("a\xf4\x90\x80\x80") == 1);
}

TEST_CASE("every truncation is invalid, and nothing is read beyond it") {
  for (const char32_t c : {U'\u00e9', U'\u20ac', U'\U0001f600'}) {
    const std::string bytes = encode(c);
    for (std::size_t size = 1; size < bytes.size(); ++size) {
      for (const std::size_t prefix : {0U, 1U, 7U, 8U, 9U}) {
        const std::string text = std::string(prefix, 'x') + bytes.substr(0, size);
        CHECK(find_invalid(text) == prefix);
        CHECK(decode(text) == std::u32string(prefix, U'x') + std::u32string(size, U'\ufffd'));
      }
    }
  }
}

namespace {

template <class Unit>
std::string transcode(const std::vector<Unit>& units, Encoding encoding, std::string& buffer) {
  const std::unique_ptr<Unit[]> exact(new Unit[units.size()]);
  std::copy(units.begin(), units.end(), exact.get());
  return std::string(tercel::to_utf8({exact.get(), units.size(), encoding}, buffer));
}

}  // namespace

TEST_CASE("text in UTF-8 passes without a copy") {
  const std::string text = "caf\xc3\xa9";
  std::string buffer;
  CHECK(tercel::to_utf8(std::string_view(text), buffer).data() == text.data());
  CHECK(tercel::to_utf8({text.data(), 3, Encoding::ascii}, buffer) == "caf");
  CHECK(buffer.empty());
}

TEST_CASE(
    "other encodings are transcoded, wherever the wide unit is and whatever the buffer holds") {
  for (std::size_t size = 0; size < 40; ++size) {
    for (std::size_t at = 0; at < size; ++at) {
      std::string buffer(size % 7 * 10, '?');
      std::vector<std::uint8_t> latin1(size, 'x');
      std::vector<std::uint16_t> ucs2(size, 'x');
      std::vector<std::uint32_t> ucs4(size, 'x');
      latin1[at] = 0xe9;
      const auto expected = [&](const std::string& wide) {
        return std::string(at, 'x') + wide + std::string(size - at - 1, 'x');
      };
      CHECK(transcode(latin1, Encoding::latin1, buffer) == expected("\xc3\xa9"));
      for (const char32_t c : {U'\u00e9', U'\u0439', U'\u4e2d'}) {
        ucs2[at] = static_cast<std::uint16_t>(c);
        CHECK(transcode(ucs2, Encoding::ucs2, buffer) == expected(encode(c)));
      }
      for (const char32_t c : {0xe9U, 0x4e2dU, 0x1f600U, 0x110000U, 0xffffffffU}) {
        ucs4[at] = c;
        CHECK(transcode(ucs4, Encoding::ucs4, buffer) == expected(encode(c)));
      }
    }
  }
}

TEST_CASE("the widest units fill the buffer, and surrogates are not joined") {
  std::string buffer;
  for (std::size_t size = 0; size < 20; ++size) {
    CHECK(transcode(std::vector<std::uint8_t>(size, 0xff), Encoding::latin1, buffer).size() ==
          2 * size);
    CHECK(transcode(std::vector<std::uint16_t>(size, 0xffff), Encoding::ucs2, buffer).size() ==
          3 * size);
    CHECK(transcode(std::vector<std::uint32_t>(size, 0x10ffff), Encoding::ucs4, buffer).size() ==
          4 * size);
  }
  const std::vector<std::uint16_t> pair = {0xd83d, 0xde00};
  CHECK(transcode(pair, Encoding::ucs2, buffer) == "\xed\xa0\xbd\xed\xb8\x80");
}
