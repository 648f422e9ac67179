/** Members with more decimals than the two of money: unit prices, and quantities in thousandths. */
const DECIMALS: Readonly<Record<string, number>> = {
  ppu: 4,
  ppu_wt: 4,
  quantity: 3,
  stock: 3,
  from_qty: 3,
};
const DECIMALS_OF_MONEY = 2;

/** Numbers of an answer that have more decimals than the contract gives them, by their path. */
export function looseNumbersIn(value: unknown, path = ''): string[] {
  if (typeof value === 'number') return isLoose(value, path) ? [`${path}: ${value}`] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => looseNumbersIn(member, `${path}/${key}`));
}

/** Read from the digits that JSON carries, so that noise of floating point shows. */
function isLoose(value: number, path: string): boolean {
  const match = /^-?\d+(?:\.(\d+))?$/.exec(String(value));
  const allowed = DECIMALS[path.split('/').at(-1) ?? ''] ?? DECIMALS_OF_MONEY;
  return match === null || (match[1] ?? '').length > allowed || Object.is(value, -0);
}
