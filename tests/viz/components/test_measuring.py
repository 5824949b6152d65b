"""What a phone of a class measures in JavaScript, beside the model of Python."""

import json
import subprocess
from itertools import product

import pytest

from tests.programs import find_program
from tests.serving import ROOT
from tests.viz.app.classroom.measured import measured
from viz.analysis.views import HeadChoice
from viz.app.classroom import MEASURED_IN

SENTENCES = "I am tired.", "The big red dog is sleeping on the bed.", "Unbelievably, zebras yawn!"
SCRIPT = """
import { readFileSync } from "node:fs";
import { measureTrace } from "./viz/engine/measuring.js";
import { modelOf } from "./viz/components/tests/parity.js";
const model = modelOf("transformer"), traces = {};
const numbers = JSON.parse(readFileSync(0, "utf-8")).map(([sentence, field]) =>
  measureTrace((traces[sentence] ??= model.trace(sentence)), model.network.config.n_heads, field));
console.log(JSON.stringify(numbers));
"""


@pytest.mark.slow
def test_javascript_measures_what_python_does():
    node = find_program("node", package="nodejs")
    places = (0, 0), (1, 2), (3, 3)
    asked = [
        (sentence, {"stack": stack, "layer": layer, "head": head, "measure": measure})
        for sentence, (stack, measures), (layer, head) in product(
            SENTENCES, MEASURED_IN.items(), places
        )
        for measure in measures
    ]
    done = subprocess.run(
        [node, "--input-type=module", "-e", SCRIPT],
        cwd=ROOT,
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=True,
    )
    numbers = json.loads(done.stdout)
    assert len(numbers) == len(asked) == 3 * 3 * 13
    for (sentence, field), pair in zip(asked, numbers, strict=True):
        choice = HeadChoice(field["stack"], field["layer"], field["head"])
        expected = measured(sentence, field["measure"], choice)
        assert pair == pytest.approx(expected, abs=1e-4), (sentence, field)
