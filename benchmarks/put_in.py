"""A plugin of pytest that puts tercel's functions into a toolkit, whose own tests then run on them.

TERCEL_PUT_IN says into which: nltk or torchmetrics.
"""

import os
import sys


def nltk() -> None:
    import nltk.translate
    import nltk.translate.bleu_score as theirs

    from tercel.integrations import nltk as ours

    for name in ours.__all__:
        setattr(theirs, name, getattr(ours, name))
    nltk.translate.bleu = ours.sentence_bleu


def torchmetrics() -> None:
    import torchmetrics.text as theirs

    from tercel.integrations import torchmetrics as ours

    for name in ours.__all__:
        module = sys.modules[getattr(theirs, name).__module__]
        for place in (module, theirs):
            setattr(place, name, getattr(ours, name))


{"nltk": nltk, "torchmetrics": torchmetrics}[os.environ["TERCEL_PUT_IN"]]()
