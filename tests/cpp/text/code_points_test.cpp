#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/text/code_points.hpp"

#include <doctest/doctest.h>

using Values = std::vector<std::uint32_t>;
using tercel::Encoding;
using tercel::TextView;
using tercel::WhiteSpace;

namespace {

Values values_of(TextView text, bool lowercase = false, WhiteSpace space = WhiteSpace::keep) {
  tercel::CodePoints out;
  tercel::code_points(text, lowercase, space, out);
  return out.values;
}

}  // namespace

TEST_CASE("every encoding gives the same code points") {
  const std::uint8_t latin1[] = {'A', 0xe9, ' '};
  const std::uint16_t ucs2[] = {'A', 0xe9, ' '};
  const std::uint32_t ucs4[] = {'A', 0xe9, ' '};
  const Values expected = {'A', 0xe9, ' '};
  CHECK(values_of({latin1, 3, Encoding::latin1}) == expected);
  CHECK(values_of({ucs2, 3, Encoding::ucs2}) == expected);
  CHECK(values_of({ucs4, 3, Encoding::ucs4}) == expected);
  CHECK(values_of(std::string_view("A\xc3\xa9 ")) == expected);
  CHECK(values_of({"A b", 3, Encoding::ascii}) == Values{'A', ' ', 'b'});
}

TEST_CASE("lower case and white space") {
  CHECK(values_of(std::string_view("\xc3\x89 x"), true, WhiteSpace::drop) == Values{0xe9, 'x'});
  CHECK(values_of(std::string_view("a\xe3\x80\x80\t\xc2\x85"
                                   "b"),
                  false, WhiteSpace::drop) == Values{'a', 'b'});
  CHECK(values_of(std::string_view("")).empty());
}
