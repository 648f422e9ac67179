interface Keyed {
  readonly key: string;
}

/** The same line of two reports; at least one of the two has it. */
export interface Pair<Line extends Keyed> {
  readonly key: string;
  /** What names the line: that of now where there is one. */
  readonly named: Line;
  readonly now: Line | null;
  readonly before: Line | null;
}

/** Lines that only the report before has come last. `before` is undefined where nothing is compared. */
export function pairByKey<Line extends Keyed>(
  now: readonly Line[],
  before: readonly Line[] | undefined,
): readonly Pair<Line>[] {
  const known = new Set(now.map(({ key }) => key));
  const gone = (before ?? []).filter(({ key }) => !known.has(key));
  const beforeOf = new Map(before?.map((line) => [line.key, line]));
  return [
    ...now.map((line) => ({ key: line.key, named: line, now: line, before: beforeOf.get(line.key) ?? null })),
    ...gone.map((line) => ({ key: line.key, named: line, now: null, before: line })),
  ];
}
