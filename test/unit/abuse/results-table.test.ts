import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { SuiteVerdict } from '../../abuse/harness/judge-suite.ts';
import { withRow } from '../../abuse/harness/results-table.ts';

const EMPTY = readFileSync(new URL('../../security/README.md', import.meta.url), 'utf8').replace(/^\| .*\n/gm, '');
const NAMES = ['kill-loop', 'port'];
const at = new Date('2026-11-21T12:00:00Z');

function verdictOf(name: string, breaches = 0): SuiteVerdict {
  return {
    suite: { name, title: 'an attack' },
    outcome: {
      counts: [{ name: 'requests', count: 4_000, least: 1 }],
      breaches: [{ name: 'leaks', count: breaches, examples: [] }],
      told: [],
    },
    mutants: [{ name: 'guard-off', isCaught: true }],
    failures: [],
    tookMs: 61_000,
  };
}

const row = (readme: string, name: string) => readme.split('\n').find((line) => line.includes(`\`${name}\``));

describe('withRow', () => {
  const both = ['port', 'kill-loop'].reduce(
    (readme, name) => withRow(readme, NAMES, { verdict: verdictOf(name), at, machine: '4 × a processor' }),
    EMPTY,
  );

  it('writes what a suite came to', () => {
    expect(row(both, 'port')).toBe('| `port`: an attack | 2026-11-21, 61 s | 4,000 requests; 0 leaks | 1 of 1 | yes |');
  });

  it('keeps the rows in the order of the suites', () => {
    expect(both.indexOf('`kill-loop`')).toBeLessThan(both.indexOf('`port`'));
  });

  it('replaces the row of a suite alone', () => {
    const again = withRow(both, NAMES, { verdict: verdictOf('port', 2), at, machine: 'x' });
    expect(row(again, 'port')).toContain('2 leaks');
    expect(row(again, 'port')).toMatch(/NO \|$/);
    expect(row(again, 'kill-loop')).toBe(row(both, 'kill-loop'));
  });
});
