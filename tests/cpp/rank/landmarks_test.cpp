#include "tercel/rank/landmarks.hpp"

#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

#include <set>
#include <vector>

using tercel::detail::LandmarkChoice;

TEST_CASE("landmarks are different items, the same ones each time") {
  std::vector<double> rows;
  for (int i = 0; i < 300; ++i) rows.push_back(0.1 * i);
  const LandmarkChoice choice(rows.data(), 300, 1, 20);
  const std::set<std::size_t> different(choice.chosen().begin(), choice.chosen().end());
  CHECK(choice.chosen().size() == 20);
  CHECK(different.size() == 20);
  CHECK(*different.rbegin() < 300);
  CHECK(LandmarkChoice(rows.data(), 300, 1, 20).chosen() == choice.chosen());
}

TEST_CASE("equal items make one landmark, and no item is drawn that is seen already") {
  const std::vector<double> rows{1.0, 5.0, 1.0, 5.0, 9.0, 1.0};
  const LandmarkChoice choice(rows.data(), 6, 1, 6);
  std::set<double> values;
  for (const std::size_t i : choice.chosen()) values.insert(rows[i]);
  CHECK(choice.chosen().size() == 3);
  CHECK(values == std::set<double>{1.0, 5.0, 9.0});
}
