import type { Random } from '../prng.ts';

type SkuForm = (random: Random) => string;

/** EANs, EANs with zeros in front, and the codes that a chain makes up itself. */
const FORMS: readonly (readonly [form: SkuForm, weight: number])[] = [
  [ean13, 62],
  [(random) => `0${ean13(random)}`, 8],
  [(random) => `0${withCheckDigit(`7${digits(random, 10)}`)}`, 8],
  [(random) => `ART-${digits(random, 4)}${random.pick(['', '-B', '-XL', '/2'])}`, 10],
  [(random) => `${random.whole(10, 99)}.${digits(random, 3)}`, 6],
  [(random) => `${random.whole(1, 99)}E${random.whole(1, 30)}`, 3],
  [(random) => `00${digits(random, 4)}`, 3],
];

/** Draws SKUs that look like this retailer's, none of them twice. */
export function createSkuMaker(random: Random): () => string {
  const taken = new Set<string>();
  return () => {
    let sku: string;
    do sku = random.weighted(FORMS)(random);
    while (taken.has(sku));
    taken.add(sku);
    return sku;
  };
}

function ean13(random: Random): string {
  return withCheckDigit(`871${digits(random, 9)}`);
}

function digits(random: Random, count: number): string {
  return String(random.whole(0, 10 ** count - 1)).padStart(count, '0');
}

/** Appends the GS1 check digit: weights 3 and 1 in turn, from the right. */
export function withCheckDigit(code: string): string {
  let sum = 0;
  for (let index = 0; index < code.length; index += 1) {
    const weight = (code.length - index) % 2 === 1 ? 3 : 1;
    sum += Number(code[index]) * weight;
  }
  return `${code}${(10 - (sum % 10)) % 10}`;
}
