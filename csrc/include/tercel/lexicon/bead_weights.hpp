/// The options of sentence alignment that a bead's cost depends on.
#pragma once

namespace tercel {

/// What a bead's cost is made of.
struct BeadWeights {
  double ratio = 1.0;     ///< expected characters of the target for one of the source
  double variance = 6.8;  ///< of that, a character
  double length = 1.0;    ///< weight of the length cost, penalty included
  double cognate = 0.0;   ///< weight of the cognates; 0 means that they are not counted
  double empty = 1.0;     ///< both weights are multiplied by this where a side is empty
};

}  // namespace tercel
