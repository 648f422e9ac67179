import { describe, expect, it } from 'vitest';
import { createOutcomeLedger, formatOutcome, formatProblems, isClean } from '../../abuse/harness/outcome.ts';
import { BREACHES, DECLARED, type KillFigures, reportFigures } from '../../abuse/kill-loop/kill-figures.ts';

const FIGURES: KillFigures = {
  kills: 10,
  acknowledged: 60,
  delivered: 90,
  heardWhileKilling: 30,
  redelivered: 3,
  reopenMs: [300, 200],
};

function outcomeOf(changes: Partial<KillFigures> = {}, breaches: readonly string[] = []) {
  const { outcome, ...ledger } = createOutcomeLedger(DECLARED, 'short');
  reportFigures(ledger, { ...FIGURES, ...changes });
  for (const name of breaches) ledger.breach(name, 'it was seen');
  return outcome();
}

describe('isClean', () => {
  it('asks that nothing was lost', () => {
    expect(isClean(outcomeOf())).toBe(true);
  });

  it.each(Object.entries(BREACHES))('is false for one of: %s', (_, name) => {
    expect(isClean(outcomeOf({}, [name]))).toBe(false);
  });

  it.each(['kills', 'acknowledged', 'delivered'])('is false where there were no %s', (name) => {
    expect(isClean(outcomeOf({ [name]: 0 }))).toBe(false);
  });

  it.each([
    ['too few messages for its kills were heard while killing', { kills: 121, redelivered: 20 }],
    ['too few messages for its writes were heard while killing', { acknowledged: 301 }],
    ['many kills sent too little again that was accepted before', { kills: 50, redelivered: 4 }],
  ])('is false where %s', (_, few) => {
    expect(isClean(outcomeOf(few))).toBe(false);
  });

  it('asks nothing to be sent again of few kills', () => {
    expect(isClean(outcomeOf({ redelivered: 0 }))).toBe(true);
  });
});

describe('reportFigures', () => {
  it('says in one line what came of the tracks together', () => {
    expect(formatOutcome(outcomeOf({}, [BREACHES.lost, BREACHES.lost]))).toMatch(
      /^10 kills, 60 writes acknowledged, 90 events delivered, 3 messages again that had been accepted, 2 acknowledged writes lost; 0 .*; reopen p95 300 ms$/,
    );
  });

  it('says what was too little', () => {
    expect(formatProblems(outcomeOf({ heardWhileKilling: 0 }))).toContain(
      '  0 messages while killing where 6 are the least',
    );
  });
});
