"""docs/reranking.md: its ten lines run as they stand, its examples print what they say."""

import doctest
import re
from pathlib import Path

import numpy as np

from tercel.rerank import load_ranking_svm

GUIDE = Path(__file__).parents[2] / "docs" / "reranking.md"
NBEST = """\
0 ||| ouvrir un fichier ||| lm= -3 ||| -1.5
0 ||| ouvre fichier ||| lm= -4 ||| -2
1 ||| fermer la fenêtre ||| lm= -2 ||| -1
1 ||| fermer fenêtre ||| lm= -5 ||| -3
"""


def test_ten_lines(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("memory.en").write_text("open the files\nclose this window\n")
    Path("memory.fr").write_text("ouvrir les fichiers\nfermer cette fenêtre\n")
    Path("dev.nbest").write_text(NBEST)
    code = re.search(r"```python\n(import tercel\n.*?)```", GUIDE.read_text(), re.S)[1]
    lines = [line for line in code.splitlines() if line and "import" not in line]
    assert len(lines) == 10
    names = {
        "sources": ["open a file", "close the window"],
        "references": ["ouvrir un fichier", "fermer la fenêtre"],
    }
    exec(compile(code, str(GUIDE), "exec"), names)
    lists, saved = names["lists"], load_ranking_svm("ranker.model")
    assert lists.sizes.tolist() == [4, 4]
    assert saved.feature_names == ("length_ratio", "target_length", "source_length")
    expected = names["ranker"].decision_function(names["scaler"].transform(names["found"].values))
    np.testing.assert_array_equal(saved.decision_function(names["found"].values), expected)


def test_examples():
    assert doctest.testfile(str(GUIDE), module_relative=False).failed == 0
