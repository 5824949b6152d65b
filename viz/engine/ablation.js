// What is lost with one head off, as a chart and in words.
//
// To be read beside viz/pages/heads/switched_off.py.

import { describe, headName, ordered } from "./describing.js";
import { countWords } from "./heads.js";
import { logProbability } from "./networks/ablating.js";
import { largest, mean, range, smallest } from "./numbers.js";
import { wholePercent } from "./shares.js";
import { fixed, t, translatable } from "./text.js";

const KINDS = {
  zero: translatable("zero"),
  mean: translatable("mean"),
  resample: translatable("resample"),
};

const signed = (value) => `${value < 0 ? "−" : "+"}${fixed(Math.abs(value), 2)}`;

// The log-probability (nats) that the text loses in each way, [draw].
function lossesOf({ baseline, zero, mean, resampled }) {
  const before = logProbability(baseline);
  return Object.entries({ zero: [zero], mean: [mean], resample: resampled }).map(([kind, rows]) => [
    kind,
    rows.map((odds) => before - logProbability(odds)),
  ]);
}

// A bar for each way to replace a head's output, and a dot for each other sentence; below it the
// `trace` on show with its what-ifs.
export function lossesChart(ablation, { model, trace, whatIf, head }, { titles, colours, models }) {
  const losses = lossesOf(ablation),
    means = losses.map(([, values]) => mean(values)),
    draws = losses.at(-1)[1],
    places = range(losses.length);
  const [stack, layer, number] = head,
    wrote = trace.translation.trim() ? ` → ${trace.translation}` : "",
    changes = describe(ordered(whatIf), trace, titles);
  const named = t("{attention} · layer {layer}, head {head} of {model}", {
    attention: t(titles[stack]),
    layer: layer + 1,
    head: number + 1,
    model: t(models[model].title),
  });
  const what = t("heads#nats lost without a head", { head: named });
  return {
    marks: [
      {
        kind: "bars",
        places,
        values: means.toReversed(),
        x: means.toReversed(),
        y: places,
        across: true,
        colour: colours[0],
        hover: "%{x:+.3f}",
      },
      {
        kind: "series",
        x: draws,
        y: draws.map(() => 0),
        colour: colours[1],
        marker: 8,
        opacity: 0.8,
        hover: "%{x:+.3f}",
      },
    ],
    x: { title: t("nats lost") },
    y: {
      ticks: places,
      labels: losses.map(([kind], at) => `${t(KINDS[kind])} ${signed(means[at])}`).reverse(),
    },
    height: 198,
    caption: [
      `${trace.sentence.trim()}${wrote}`,
      t("{model}: {what}", { model: t(models[model].title), what }),
      ...(changes ? [t("Not the model as trained. {changes}", { changes })] : []),
    ].join("\n"),
  };
}

// The mean word probability with the head as it is, and with its output replaced; `baseline` is the
// run with it.
export function describeProbabilities(ablation, baseline) {
  const before = logProbability(ablation.baseline),
    words = Math.max(countWords(baseline), 1),
    [[, [zero]], [, [inMean]], [, draws]] = lossesOf(ablation);
  const write = (loss) => wholePercent(Math.exp((before - loss) / words));
  return t("heads#this head off in three ways", {
    count: draws.length,
    before: write(0),
    zero: write(zero),
    mean: write(inMean),
    low: write(largest(draws)),
    high: write(smallest(draws)),
  });
}

// Whether another head makes up for this one, beside the control, in Markdown.
export function describeRepair(repair, titles) {
  const { alone, others, othersAlone, strongest, together, random, mean, randomMean } = repair,
    round = (value) => Number(value.toFixed(2)); // first, so that the text adds up
  const [own, beside, both] = [alone, othersAlone[strongest], together[strongest]].map(round);
  const numbers = {
    alone: own,
    beside,
    both,
    excess: both - own - beside,
    random: largest(random),
    mean,
    random_mean: largest(randomMean),
  };
  return t(repair.hasPartner ? "heads#another head takes over" : "heads#no head takes over", {
    other: headName(others[strongest], titles),
    pairs: random.length,
    ...Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, fixed(value, 2)])),
  });
}
