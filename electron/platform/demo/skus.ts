import type { Random } from './prng.ts';

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

/** Codes of suppliers that a spreadsheet would run as formulas: one with each sign that a formula begins with. */
const FORMULA_LIKE_SKUS = ['=SET-6', '+12-40', '-40PROMO', '@HOME-118'];

/**
 * The code of a supplier for the few products of a catalog that have one, evenly spread over it: a function of the
 * place alone, so that what is drawn for the others stays the same. None for all others.
 */
export function formulaLikeSku(index: number, count: number): string | undefined {
  const spacing = Math.floor(count / FORMULA_LIKE_SKUS.length);
  const offset = index - Math.floor(spacing / 2);
  return offset % spacing === 0 ? FORMULA_LIKE_SKUS[offset / spacing] : undefined;
}

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
