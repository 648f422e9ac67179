import { describe, expect, it } from 'vitest';
import { readBenchOptions } from '../../bench/bench-options.ts';
import { BENCH_ROWS } from '../../bench/bench-rows.ts';

const NAMES = ['start', 'report'];

describe('readBenchOptions', () => {
  it('takes the big store, all rows and their own rounds without options', () => {
    expect(readBenchOptions([], NAMES)).toEqual({ dataDir: null, only: [], rounds: null, showsHelp: false });
  });

  it('takes a store, rows and rounds', () => {
    const argv = ['--data-dir', 'shop', '--only', 'start', '--only', 'report', '--rounds', '3'];
    expect(readBenchOptions(argv, NAMES)).toMatchObject({ dataDir: 'shop', only: ['start', 'report'], rounds: 3 });
  });

  it('refuses a row that does not exist, rounds that are no number and what it does not know', () => {
    expect(() => readBenchOptions(['--only', 'stop'], NAMES)).toThrow('stop');
    expect(() => readBenchOptions(['--rounds', '0'], NAMES)).toThrow('--rounds');
    expect(() => readBenchOptions(['--quick'], NAMES)).toThrow('--quick');
  });
});

describe('the rows of the benchmark', () => {
  it('have names of their own', () => {
    const names = BENCH_ROWS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});
