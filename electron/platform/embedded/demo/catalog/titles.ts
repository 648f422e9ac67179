import type { Random } from '../prng.ts';
import type { ProductRange, Thing } from '../vocabulary/product-range.ts';

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
  if (combinations.length < range.count) throw new RangeError(`too few words for ${range.count} titles`);
  return random.shuffled(combinations).slice(0, range.count);
}

function join(name: string, look: string): string {
  return look === '' ? name : `${name} ${look}`;
}
