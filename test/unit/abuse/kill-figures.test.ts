import { describe, expect, it } from 'vitest';
import { formatFigures, isClean, type KillFigures, sumFigures } from '../../abuse/kill-loop/kill-figures.ts';

const NO_BREACH: KillFigures['breaches'] = {
  lost: 0,
  undelivered: 0,
  notDrained: 0,
  unfinished: 0,
  disabledWebhooks: 0,
  eventsInTwoMessages: 0,
  changedMessages: 0,
  changedEvents: 0,
  neverCommitted: 0,
  forged: 0,
  integrity: 0,
  differences: 0,
  crashes: 0,
};
const FIGURES: KillFigures = {
  kills: 10,
  killsDuringStart: 1,
  acknowledged: 60,
  delivered: 90,
  messages: 50,
  duplicates: 4,
  reopenMs: [300, 200],
  drainMs: [400],
  breaches: NO_BREACH,
};

describe('isClean', () => {
  it('asks that nothing was lost', () => {
    expect(isClean(FIGURES)).toBe(true);
  });

  it.each(Object.keys(NO_BREACH))('is false for one of: %s', (name) => {
    expect(isClean({ ...FIGURES, breaches: { ...NO_BREACH, [name]: 1 } })).toBe(false);
  });

  it.each(['kills', 'acknowledged', 'delivered'])('is false where there were no %s', (name) => {
    expect(isClean({ ...FIGURES, [name]: 0 })).toBe(false);
  });
});

describe('formatFigures', () => {
  it('says in one line what came of the tracks together', () => {
    const lossy = { ...FIGURES, breaches: { ...NO_BREACH, lost: 2 } };
    expect(formatFigures(sumFigures([FIGURES, lossy]))).toBe(
      '20 kills (2 during the start); 120 writes acknowledged, 2 lost; 180 events delivered, 0 undelivered; ' +
        '100 messages, 8 of them again under the same id; reopen p95 300 ms; drained within 400 ms; 0 integrity failures. ' +
        'RED: 2 acknowledged writes lost',
    );
  });
});
