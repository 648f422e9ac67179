import fc from 'fast-check';

/** What becomes of a list while it is read; `call` counts the calls of it, failed ones too, from 0. */
export type Incident =
  | { readonly kind: 'insert' | 'delete'; readonly call: number; readonly place: number }
  | { readonly kind: 'lie'; readonly call: number; readonly by: number; readonly isLasting: boolean }
  | { readonly kind: 'empty'; readonly call: number; readonly isLasting: boolean }
  | { readonly kind: 'repeat'; readonly call: number }
  | { readonly kind: 'fail'; readonly call: number; readonly times: number }
  | { readonly kind: 'refuse'; readonly call: number };

export interface History {
  readonly rows: number;
  readonly incidents: readonly Incident[];
}

const call = fc.nat(9);
/** Of the list: 0 is its beginning, 1 its end. */
const place = fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 1));
const isLasting = fc.boolean();

const MOVES = fc.record({ kind: fc.constantFrom('insert' as const, 'delete' as const), call, place });
const TROUBLES = fc.oneof(
  fc.record({
    kind: fc.constant('lie' as const),
    call,
    by: fc.oneof(
      fc.integer({ min: -400, max: 400 }),
      fc.constantFrom(-1, 1, Number.POSITIVE_INFINITY, Number.NaN, 1e15),
    ),
    isLasting,
  }),
  fc.record({ kind: fc.constant('empty' as const), call, isLasting }),
  fc.record({ kind: fc.constant('repeat' as const), call }),
  fc.record({
    kind: fc.constant('fail' as const),
    call,
    times: fc.constantFrom(1, 3, Number.POSITIVE_INFINITY),
  }),
  fc.record({ kind: fc.constant('refuse' as const), call }),
);

/** Also at the edges of a page of 200 or 250 rows, and of two that overlap. */
const rows = fc.oneof(
  { weight: 3, arbitrary: fc.nat(900) },
  { weight: 1, arbitrary: fc.constantFrom(0, 1, 199, 200, 201, 249, 250, 251, 399, 400, 499, 500) },
);
const troubles = fc.array(TROUBLES, { maxLength: 2 });

/** At most one row comes or goes between two calls. */
export const SLOW_HISTORIES: fc.Arbitrary<History> = fc.record({
  rows,
  incidents: fc
    .tuple(fc.uniqueArray(MOVES, { maxLength: 4, selector: (move) => move.call }), troubles)
    .map((parts) => parts.flat()),
});

/** Any number of rows comes and goes, also at once. */
export const FAST_HISTORIES: fc.Arbitrary<History> = fc.record({
  rows,
  incidents: fc.tuple(fc.array(MOVES, { maxLength: 12 }), troubles).map((parts) => parts.flat()),
});
