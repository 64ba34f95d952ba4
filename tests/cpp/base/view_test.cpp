#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include "tercel/base/view.hpp"

#include <doctest/doctest.h>

TEST_CASE("views read and write what they were given") {
  std::vector<int> values = {1, 2, 3, 4, 5, 6};
  const tercel::MatrixView<int> matrix(values.data(), 2, 3);
  matrix.row(1)[2] = 9;
  CHECK(values[5] == 9);
  const tercel::View<const int> constant = matrix.row(0).subview(1, 2);
  CHECK(constant.size() == 2);
  CHECK(constant[0] == 2);
  int sum = 0;
  for (const int value : constant) sum += value;
  CHECK(sum == 5);
  CHECK(tercel::View<const int>().empty());
  CHECK(tercel::View<const int>(values).size() == 6);
}
