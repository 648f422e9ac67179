import { describe, expect, it } from 'vitest';
import { formatFigures, isClean, type KillFigures, sumFigures } from '../../abuse/kill-loop/kill-figures.ts';

const NO_BREACH: KillFigures['breaches'] = {
  lost: 0,
  unfed: 0,
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
  troubles: 0,
};
const FIGURES: KillFigures = {
  kills: 10,
  killsDuringStart: 1,
  acknowledged: 60,
  delivered: 90,
  messages: 50,
  heardWhileKilling: 30,
  duplicates: 4,
  redelivered: 3,
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

  it.each([
    ['too few messages for its kills were heard while killing', { kills: 121, redelivered: 20 }],
    ['too few messages for its writes were heard while killing', { acknowledged: 301 }],
    ['many kills sent too little again that was accepted before', { kills: 50, redelivered: 4 }],
  ])('is false where %s', (_, few) => {
    expect(isClean({ ...FIGURES, ...few })).toBe(false);
  });

  it('asks nothing to be sent again of few kills', () => {
    expect(isClean({ ...FIGURES, redelivered: 0 })).toBe(true);
  });
});

describe('formatFigures', () => {
  it('says in one line what came of the tracks together', () => {
    const lossy = { ...FIGURES, breaches: { ...NO_BREACH, lost: 2 } };
    expect(formatFigures(sumFigures([FIGURES, lossy]))).toBe(
      '20 kills (2 during the start); 120 writes acknowledged, 2 lost; 180 events delivered, 0 undelivered; ' +
        '100 messages, 60 of them while killing; 8 again under the same id, 6 of them accepted before; reopen p95 300 ms; drained within 400 ms; 0 integrity failures. ' +
        'RED: 2 acknowledged writes lost',
    );
  });

  it('says what was too little', () => {
    expect(formatFigures({ ...FIGURES, heardWhileKilling: 0 })).toContain(
      'RED: 0 messages while killing where 6 are the least',
    );
  });
});
