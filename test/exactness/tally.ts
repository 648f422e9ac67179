/** A figure for which two ways give different values. */
export interface Difference {
  readonly what: string;
  readonly path: string;
  readonly left: unknown;
  readonly right: unknown;
}

export interface Tally {
  /** Counts every figure of two answers, and collects those that differ. `what` names the user and the days. */
  compare(what: string, left: unknown, right: unknown): void;
  readonly comparisons: number;
  readonly differences: readonly Difference[];
}

export function createTally(): Tally {
  let comparisons = 0;
  const differences: Difference[] = [];

  function walk(what: string, path: string, left: unknown, right: unknown): void {
    if (!isBranch(left) || !isBranch(right)) {
      comparisons += 1;
      if (left !== right) differences.push({ what, path, left, right });
      return;
    }
    const [ofLeft, ofRight] = [new Map(Object.entries(left)), new Map(Object.entries(right))];
    for (const key of new Set([...ofLeft.keys(), ...ofRight.keys()])) {
      walk(what, path === '' ? key : `${path}.${key}`, ofLeft.get(key), ofRight.get(key));
    }
  }

  return {
    compare: (what, left, right) => walk(what, '', left, right),
    get comparisons() {
      return comparisons;
    },
    differences,
  };
}

export function differenceLine({ what, path, left, right }: Difference): string {
  return `${what}: ${path} is ${JSON.stringify(left)}, ought to be ${JSON.stringify(right)}`;
}

function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
