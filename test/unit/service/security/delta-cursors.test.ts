import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../../../electron/base/caller.ts';
import { createSecretBox, deriveKey } from '../../../../electron/base/secret-box.ts';
import type { FeedName } from '../../../../electron/platform/platform.ts';
import { createDeltaCursors } from '../../../../electron/service/security/delta-cursors.ts';
import { createFixedClock } from '../../../support/fixed-clock.ts';
import { STAND_IN_CALLER } from '../../../support/stand-in-platform.ts';
import { openPerTest } from '../../../support/test-scope.ts';

const KEY = new Uint8Array(32).fill(1);
const DAY_MS = 24 * 60 * 60 * 1000;
const FREE = STAND_IN_CALLER;
const lockedTo = (id: number): Caller => ({ ...FREE, lockedLocation: { id, title: 'Utrecht' } });

const clock = openPerTest(() => createFixedClock('2026-11-21T12:00:00Z'));
const cursors = openPerTest(() => createDeltaCursors({ key: KEY, clock }));

describe('a cursor', () => {
  it('returns to the position that it was created for', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 80 }), fc.boolean(), (position, isOrders) => {
        const feed: FeedName = isOrders ? 'orders' : 'products';
        expect(cursors.read(FREE, feed, cursors.write(FREE, feed, position))).toBe(position);
      }),
      { seed: 5, numRuns: 300 },
    );
  });

  it('needs no encoding in a query and is short', () => {
    expect(cursors.write(FREE, 'orders', 'v999999999999999')).toMatch(/^[\w.-]{40,110}$/);
  });

  it('does not reveal by its length how long the feed is', () => {
    const era = 'f00dfeedf00dfeed';
    const lengthOf = (position: string) => cursors.write(FREE, 'orders', position).length;
    const lengths = ['none.0', `${era}.0`, `${era}.7`, `${era}.48211`, `${era}.999999999999999`].map(lengthOf);
    expect(new Set(lengths).size).toBe(1);
  });

  it('of an earlier version, which was as long as its position, still works', () => {
    const box = createSecretBox(deriveKey(KEY, 'delta cursors'), JSON.stringify([FREE.accountId, 'orders', null]));
    const cursor = box.seal(`${clock.now() / 1000} v5`);
    expect(cursors.read(FREE, 'orders', cursor)).toBe('v5');
  });

  it('is never longer than the contract allows', () => {
    expect(cursors.write(FREE, 'orders', 'p'.repeat(342)).length).toBe(511);
    expect(() => cursors.write(FREE, 'orders', 'p'.repeat(343))).toThrow(RangeError);
  });

  it('works for another user of the account with the same rights', () => {
    const cursor = cursors.write(lockedTo(3), 'orders', 'v5');
    const colleague: Caller = { ...lockedTo(3), userId: 8, name: 'Carl', roles: ['staff'] };
    expect(cursors.read(colleague, 'orders', cursor)).toBe('v5');
  });

  it('works after a restart', () => {
    const cursor = cursors.write(FREE, 'orders', 'v5');
    expect(createDeltaCursors({ key: KEY, clock }).read(FREE, 'orders', cursor)).toBe('v5');
  });

  it.each<[what: string, writer: Caller, reader: Caller]>([
    ['another account', FREE, { ...FREE, accountId: 2 }],
    ['another account of like digits', { ...FREE, accountId: 12 }, { ...FREE, accountId: 1 }],
    ['a caller who was locked since', FREE, lockedTo(3)],
    ['a caller whose lock was taken off', lockedTo(3), FREE],
    ['a caller with another lock', lockedTo(3), lockedTo(4)],
  ])('does not work for %s', (_, writer, reader) => {
    const cursor = cursors.write(writer, 'orders', 'v5');
    expect(cursors.read(writer, 'orders', cursor)).toBe('v5');
    expect(cursors.read(reader, 'orders', cursor)).toBeNull();
  });

  it('does not work on another feed', () => {
    expect(cursors.read(FREE, 'products', cursors.write(FREE, 'orders', 'v5'))).toBeNull();
    expect(cursors.read(FREE, 'orders', cursors.write(FREE, 'products', 'v5'))).toBeNull();
  });

  it('does not work with the key of another data folder', () => {
    const others = createDeltaCursors({ key: new Uint8Array(32).fill(2), clock });
    expect(others.read(FREE, 'orders', cursors.write(FREE, 'orders', 'v5'))).toBeNull();
  });
});

describe('the age of a cursor', () => {
  it('may be at most 90 days', () => {
    const cursor = cursors.write(FREE, 'orders', 'v5');
    clock.advance(90 * DAY_MS);
    expect(cursors.read(FREE, 'orders', cursor)).toBe('v5');
    clock.advance(1000);
    expect(cursors.read(FREE, 'orders', cursor)).toBeNull();
  });

  it('may be at most one day ahead of a clock that was set back', () => {
    const ahead = (ms: number) =>
      createDeltaCursors({ key: KEY, clock: createFixedClock(clock.now() + ms) }).write(FREE, 'orders', 'v5');
    expect(cursors.read(FREE, 'orders', ahead(DAY_MS))).toBe('v5');
    expect(cursors.read(FREE, 'orders', ahead(DAY_MS + 1000))).toBeNull();
  });
});

describe('a forged cursor', () => {
  const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_+/=. \u00e9'];

  it('is refused if any character is changed', () => {
    const cursor = cursors.write(FREE, 'orders', 'v48211');
    let tried = 0;
    for (let at = 0; at < cursor.length; at += 1) {
      for (const letter of LETTERS.filter((one) => one !== cursor[at])) {
        const forged = cursor.slice(0, at) + letter + cursor.slice(at + 1);
        expect(cursors.read(FREE, 'orders', forged), forged).toBeNull();
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(4_000);
  });

  it('is refused if it is cut off anywhere, or if anything is added', () => {
    const cursor = cursors.write(FREE, 'orders', 'v48211');
    for (let length = 0; length < cursor.length; length += 1) {
      expect(cursors.read(FREE, 'orders', cursor.slice(0, length))).toBeNull();
      expect(cursors.read(FREE, 'orders', cursor.slice(cursor.length - length))).toBeNull();
    }
    for (const added of ['A', 'AA', 'AAAA', '=', '\n', ' ']) {
      expect(cursors.read(FREE, 'orders', cursor + added)).toBeNull();
      expect(cursors.read(FREE, 'orders', added + cursor)).toBeNull();
    }
  });

  it('is refused with the signature of another cursor', () => {
    const [one, other] = [cursors.write(FREE, 'orders', 'v1'), cursors.write(FREE, 'orders', 'v2')].map((cursor) =>
      Buffer.from(cursor, 'base64url'),
    );
    if (!one || !other) throw new Error('two were written');
    const forged = Buffer.concat([one.subarray(0, 32), other.subarray(32)]).toString('base64url');
    expect(cursors.read(FREE, 'orders', forged)).toBeNull();
  });

  it('is refused in any form', () => {
    fc.assert(
      fc.property(fc.oneof(fc.base64String(), fc.string({ maxLength: 600 })), (text) => {
        expect(cursors.read(FREE, 'orders', text)).toBeNull();
      }),
      { seed: 7, numRuns: 2_000 },
    );
  });
});
