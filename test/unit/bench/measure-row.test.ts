import { describe, expect, it } from 'vitest';
import { measureRow, type Row, type Sides } from '../../bench/harness/measure-row.ts';
import { sampleOutcome } from './sample-outcome.ts';

type TestContext = { clear(): Promise<void> };
/** A measurement that is written down and answers its figure. */
type Did = (what: string, figure: number) => () => Promise<number>;
const { row: facts } = sampleOutcome({ product: [], reference: [] });

/** Measures a row and tells in which order things were done. */
async function measured(sidesOf: (did: Did) => Sides) {
  const done: string[] = [];
  const did: Did = (what, figure) => async () => {
    done.push(what);
    return figure;
  };
  const row: Row<TestContext> = { ...facts, rounds: 2, prepare: async () => sidesOf(did) };
  const outcome = await measureRow(row, { clear: async () => void done.push('clear') });
  return { outcome, done };
}

describe('measureRow', () => {
  it('measures both sides by turns and then clears the ground', async () => {
    const { outcome, done } = await measured((did) => ({
      detail: '3 rows',
      product: did('product', 80),
      reference: did('reference', 100),
    }));
    expect(done).toEqual(['product', 'reference', 'product', 'reference', 'clear']);
    expect(outcome).toMatchObject({
      detail: '3 rows',
      failure: null,
      verdict: { figure: 80, reference: 100, compared: 0.8, isMet: true },
    });
  });

  it('takes a row that fails half-way as one without figures, and clears the ground', async () => {
    const { outcome, done } = await measured((did) => ({
      product: did('product', 100),
      reference: async () => {
        throw new Error('the server is gone');
      },
    }));
    expect(done).toEqual(['product', 'clear']);
    expect(outcome).toMatchObject({
      failure: 'the server is gone',
      verdict: { figure: Number.NaN, isMet: false },
    });
  });

  it('takes a row that cannot be prepared the same way', async () => {
    const { outcome, done } = await measured(() => {
      throw new Error('no store');
    });
    expect(done).toEqual(['clear']);
    expect(outcome).toMatchObject({ detail: null, failure: 'no store', verdict: { isMet: false } });
  });
});
