import fc from 'fast-check';
import { BRIDGE_CALLS } from '../../../../shared/contract/bridge.ts';

const NAMES = Object.keys(BRIDGE_CALLS);
/** What every object has, and would-be calls. */
const OTHER_NAMES = ['toString', 'constructor', '__proto__', 'hasOwnProperty', 'valueOf', 'readsession', ''];
const MEMBERS = Object.values(BRIDGE_CALLS).flatMap(({ properties }) => Object.keys(properties));

/** Argument lists of a page that is no longer ours: mostly of a call that there is, with anything that can be sent. */
export function randomCalls(count: number, seed: number): readonly (readonly unknown[])[] {
  const anything = fc.anything({
    ...{ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true },
    ...{ withNullPrototype: true, withSparseArray: true, withBoxedValues: true, maxDepth: 3 },
  });
  const members = fc.dictionary(fc.constantFrom(...MEMBERS), anything, { maxKeys: 4 });
  const argument = fc.oneof(
    { weight: 3, arbitrary: members },
    { weight: 2, arbitrary: anything },
    oddities(),
  );
  const name = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom(...NAMES) },
    { weight: 2, arbitrary: fc.constantFrom(...OTHER_NAMES) },
    anything,
  );
  const call = fc
    .tuple(name, argument, fc.array(anything, { maxLength: 2 }))
    .map(([called, first, more]) => [called, first, ...more]);
  return fc.sample(call, { numRuns: count, seed });
}

function oddities(): fc.Arbitrary<unknown> {
  return fc.constantFrom(cycle(), deep(2_000), 'x'.repeat(100_000), Number.NaN, [[]], undefined);
}

function cycle(): object {
  const one: Record<string, unknown> = { kind: 'documentation' };
  one.place = one;
  return one;
}

function deep(levels: number): unknown {
  let nested: unknown = {};
  for (let level = 0; level < levels; level += 1) nested = { place: nested };
  return nested;
}
