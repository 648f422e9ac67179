import { describe, expect, it } from 'vitest';
import { readAbuseOptions } from '../../abuse/abuse-options.ts';

const read = (...argv: string[]) => readAbuseOptions(argv, ['in-memory-queue']);

describe('readAbuseOptions', () => {
  it('kills a thousand times without a sabotage', () => {
    expect(read('kill-loop')).toMatchObject({ kills: 1_000, seed: 1, sabotage: null, showsHelp: false });
  });

  it('reads what it is told', () => {
    const argv = [
      'kill-loop',
      '--kills',
      '25',
      '--seed',
      '9',
      '--workers',
      '2',
      '--sabotage',
      'in-memory-queue',
    ];
    expect(read(...argv)).toMatchObject({ kills: 25, seed: 9, workers: 2, sabotage: 'in-memory-queue' });
  });

  it.each([
    ['nothing', []],
    ['another suite', ['fuzz']],
    ['no kills', ['kill-loop', '--kills', '0']],
    ['an unknown sabotage', ['kill-loop', '--sabotage', 'rm']],
  ])('refuses %s', (_, argv) => {
    expect(() => read(...argv)).toThrow();
  });
});
