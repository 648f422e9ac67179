/**
 * How well two classes can be told apart by a figure: the share of pairs in which that of the left one is the greater
 * (a tie counts half). 0.5: not at all; 0 and 1: always.
 */
export function areaUnderCurve(left: readonly number[], right: readonly number[]): number {
  const greater = left.reduce(
    (sum, one) => sum + right.reduce((inner, other) => inner + winOf(one, other), 0),
    0,
  );
  return greater / (left.length * right.length);
}

function winOf(one: number, other: number): number {
  if (one === other) return 0.5;
  return one > other ? 1 : 0;
}
