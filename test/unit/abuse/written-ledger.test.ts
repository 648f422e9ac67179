import { describe, expect, it } from 'vitest';
import { createWrittenLedger } from '../../abuse/kill-loop/ledgers/written-ledger.ts';
import { changeOf } from './sample-run.ts';

describe('createWrittenLedger', () => {
  it.each([
    ['is there', changeOf({ version: 7 }), 0],
    ['was written over later', changeOf({ version: 8, state: '["refunded"]' }), 0],
    ['has an older version', changeOf({ version: 6 }), 1],
    ['has its version and another content', changeOf({ version: 7, state: '["refunded"]' }), 1],
    ['has its version and is gone', changeOf({ version: 7, state: null }), 1],
    ['is another record', changeOf({ version: 7, id: 5002 }), 1],
  ])('looks for an acknowledged write where what is found %s', (_, found, lost) => {
    const written = createWrittenLedger();
    written.acknowledge([changeOf({ version: 5 }), changeOf({ version: 7 })]);
    expect(written.look([found])).toBe(lost);
    expect(written.lookAtAll([found])).toBe(lost);
    expect(written.acknowledged).toBe(2);
  });

  it('looks each time for what was acknowledged since, and for everything when asked to', () => {
    const written = createWrittenLedger();
    written.acknowledge([changeOf({})]);
    expect(written.look([])).toBe(1);
    expect(written.look([])).toBe(0);
    expect(written.lookAtAll([])).toBe(1);
  });
});
