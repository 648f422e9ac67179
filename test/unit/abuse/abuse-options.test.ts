import { describe, expect, it } from 'vitest';
import { readAbuseOptions } from '../../abuse/abuse-options.ts';

const read = (...argv: string[]) => readAbuseOptions(argv, ['kill-loop', 'port']);

describe('readAbuseOptions', () => {
  it('runs every suite in full, with its sabotages', () => {
    expect(read()).toEqual({ suites: [], size: 'full', seed: 1, mutant: null, mutants: true, showsHelp: false });
  });

  it('reads what it is told', () => {
    const argv = ['kill-loop', '--size', 'tenth', '--seed', '9', '--sabotage', 'in-memory-queue'];
    expect(read(...argv)).toMatchObject({ suites: ['kill-loop'], size: 'tenth', seed: 9, mutant: 'in-memory-queue' });
  });

  it.each([
    ['an unknown suite', ['fuzz']],
    ['an unknown size', ['--size', 'huge']],
    ['no seed', ['--seed', '0']],
    ['a sabotage without a suite', ['--sabotage', 'x']],
    ['a sabotage of several suites', ['kill-loop', 'port', '--sabotage', 'x']],
    ['a sabotage and none at once', ['port', '--sabotage', 'x', '--no-sabotages']],
  ])('refuses %s', (_, argv) => {
    expect(() => read(...argv)).toThrow();
  });
});
