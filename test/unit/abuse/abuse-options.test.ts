import { describe, expect, it } from 'vitest';
import { readAbuseOptions } from '../../abuse/abuse-options.ts';

const read = (...argv: string[]) => readAbuseOptions(argv, ['kill-loop', 'port']);

describe('readAbuseOptions', () => {
  it('runs every suite in full, with its mutants', () => {
    expect(read()).toEqual({ suites: [], size: 'full', seed: 1, mutant: null, mutants: true, showsHelp: false });
  });

  it('reads what it is told', () => {
    const argv = ['kill-loop', '--size', 'tenth', '--seed', '9', '--mutant', 'in-memory-queue'];
    expect(read(...argv)).toMatchObject({ suites: ['kill-loop'], size: 'tenth', seed: 9, mutant: 'in-memory-queue' });
  });

  it.each([
    ['an unknown suite', ['fuzz']],
    ['an unknown size', ['--size', 'huge']],
    ['no seed', ['--seed', '0']],
    ['a mutant without a suite', ['--mutant', 'x']],
    ['a mutant of several suites', ['kill-loop', 'port', '--mutant', 'x']],
    ['a mutant and none at once', ['port', '--mutant', 'x', '--no-mutants']],
  ])('refuses %s', (_, argv) => {
    expect(() => read(...argv)).toThrow();
  });
});
