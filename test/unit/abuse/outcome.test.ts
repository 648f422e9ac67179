import { describe, expect, it } from 'vitest';
import {
  createOutcomeLedger,
  formatOutcome,
  formatProblems,
  isClean,
  SECRETS_FOUND,
} from '../../abuse/harness/outcome.ts';
import type { AbuseSuite } from '../../abuse/harness/suite.ts';

const SUITE: AbuseSuite = {
  name: 'port',
  title: 'the local port',
  counts: [{ name: 'requests', least: 1_000 }],
  breaches: ['handler runs'],
  mutants: [],
  run: async () => {},
};

describe('the outcome of a suite', () => {
  it('is clean when enough was done and nothing happened', () => {
    const ledger = createOutcomeLedger(SUITE, 'tenth');
    ledger.count('requests', 100);
    expect(isClean(ledger.outcome())).toBe(true);
    expect(formatOutcome(ledger.outcome())).toBe(`100 requests; 0 handler runs, 0 ${SECRETS_FOUND}`);
  });

  it('is red when less was done than shows anything', () => {
    const ledger = createOutcomeLedger(SUITE, 'tenth');
    ledger.count('requests', 99);
    expect(isClean(ledger.outcome())).toBe(false);
    expect(formatProblems(ledger.outcome())).toEqual(['99 requests where 100 are the least']);
  });

  it('is red for a single breach, and says what was seen', () => {
    const ledger = createOutcomeLedger(SUITE, 'short');
    ledger.count('requests', 10);
    ledger.breach('handler runs', 'Host: evil.example was answered');
    expect(isClean(ledger.outcome())).toBe(false);
    expect(formatProblems(ledger.outcome())).toEqual(['1 handler runs', '  Host: evil.example was answered']);
  });

  it('takes declared names alone', () => {
    const ledger = createOutcomeLedger(SUITE, 'full');
    expect(() => ledger.count('request')).toThrow('does not declare');
    expect(() => ledger.breach('leaks', 'none')).toThrow('does not declare');
  });
});
