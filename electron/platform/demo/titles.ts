import type { Random } from './prng.ts';
import type { ProductRange, Thing } from './product-range.ts';

export interface TitledThing {
  readonly title: string;
  readonly thing: Thing;
}

/** As many different titles as the range counts. Throws where its words do not make that many. */
export function titlesOf(random: Random, range: ProductRange): TitledThing[] {
  const combinations = range.things.flatMap((thing) =>
    range.looks.flatMap((look) =>
      range.variants.map((variant) => ({ title: join(thing[0], look) + variant, thing })),
    ),
  );
  const { series = [] } = range;
  if (combinations.length * (series.length + 1) < range.count) {
    throw new RangeError(`too few words for ${range.count} titles`);
  }
  if (series.length === 0) return random.shuffled(combinations).slice(0, range.count);
  return inSeries(random, combinations, series, range.count);
}

/** Draws instead of shuffling all there is, and the first series more often than the last. */
function inSeries(
  random: Random,
  combinations: readonly TitledThing[],
  series: readonly string[],
  count: number,
): TitledThing[] {
  const endings = ['', ...series.map((name) => ` – ${name}`)];
  const drawn = new Map<string, TitledThing>();
  while (drawn.size < count) {
    const { title, thing } = random.pick(combinations);
    const ending = endings[Math.floor(random.fraction() ** 2 * endings.length)] ?? '';
    drawn.set(title + ending, { title: title + ending, thing });
  }
  return [...drawn.values()];
}

function join(name: string, look: string): string {
  return look === '' ? name : `${name} ${look}`;
}
