import { createDecipheriv } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../electron/base/caller.ts';
import { derivedKey } from '../../electron/base/secret-box.ts';
import type { FeedName } from '../../electron/platform/platform.ts';
import { createDeltaCursors, type DeltaCursors } from '../../electron/service/security/delta-cursors.ts';
import { createFixedClock } from '../support/fixed-clock.ts';
import { type CreateCursors, cursorHoles, DAY_MS, SOUND } from './support/cursor-holes.ts';

describe('the cursors of a feed', () => {
  it('work for no other account, feed, lock, folder or time, and cannot be forged', () => {
    expect(cursorHoles(createDeltaCursors)).toEqual([]);
  });

  it('are given by the attacks the chance to work where they should', () => {
    const refusing = (): DeltaCursors => ({ write: () => 'AAAA', read: () => null });
    expect(cursorHoles(refusing)).toEqual([SOUND]);
  });

  it.each(CURSOR_MUTANTS)('are found to be unsafe where $flaw', ({ create, hole }) => {
    expect(cursorHoles(create)).toContain(hole);
  });
});

/** Cursors with a flaw, and the hole that it makes. */
interface CursorMutant {
  readonly flaw: string;
  readonly hole: string;
  readonly create: CreateCursors;
}

/** Cursors that are bound to less than they should be. */
function boundTo(caller: (caller: Caller) => Caller, feed = (name: FeedName): FeedName => name): CreateCursors {
  return (deps) => {
    const real = createDeltaCursors(deps);
    return {
      write: (who, name, position) => real.write(caller(who), feed(name), position),
      read: (who, name, cursor) => real.read(caller(who), feed(name), cursor),
    };
  };
}

const asIs = (caller: Caller) => caller;

const lockedTo = (caller: Caller, id: number): Caller => ({ ...caller, lockedLocation: { id, title: '' } });

/** Reads as of any of several moments, from now on. */
function readAt(...fromNowMs: number[]): CreateCursors {
  return ({ key, clock }) => ({
    ...createDeltaCursors({ key, clock }),
    read(caller, feed, cursor) {
      const clocks = fromNowMs.map((ms) => createFixedClock(clock.now() + ms));
      const positions = clocks.map((one) => createDeltaCursors({ key, clock: one }).read(caller, feed, cursor));
      return positions.find((position) => position !== null) ?? null;
    },
  });
}

/** Reads what is sealed without looking whether it was changed. */
const unsealed: CreateCursors = ({ key, clock }) => ({
  ...createDeltaCursors({ key, clock }),
  read(_caller, _feed, cursor) {
    const bytes = bytesOf(cursor);
    const decipher = createDecipheriv('aes-256-gcm', derivedKey(key, 'delta cursors'), bytes.subarray(0, 12));
    const content = decipher.update(bytes.subarray(28)).toString();
    return content.slice(content.indexOf(' ') + 1);
  },
});

const bytesOf = (cursor: string) => Buffer.from(cursor.replace(/^v1\./, ''), 'base64url');

const leniently: CreateCursors = (deps) => {
  const real = createDeltaCursors(deps);
  return {
    ...real,
    read: (caller, feed, cursor) => real.read(caller, feed, `v1.${bytesOf(cursor).toString('base64url')}`),
  };
};

const CURSOR_MUTANTS: readonly CursorMutant[] = [
  {
    flaw: 'the account is not in the seal',
    hole: 'another account reads it',
    create: boundTo((caller) => ({ ...caller, accountId: 0 })),
  },
  {
    flaw: 'the feed is not in the seal',
    hole: 'another feed reads it',
    create: boundTo(asIs, () => 'orders'),
  },
  {
    flaw: 'the lock is not in the seal',
    hole: 'another lock reads it',
    create: boundTo((caller) => ({ ...caller, lockedLocation: null })),
  },
  {
    flaw: 'only whether there is a lock is in the seal',
    hole: 'another lock reads it',
    create: boundTo((caller) => (caller.lockedLocation ? lockedTo(caller, 1) : caller)),
  },
  {
    flaw: 'a lock is as good as none',
    hole: 'somebody without a lock reads a locked one',
    create: boundTo((caller) => lockedTo(caller, caller.lockedLocation?.id ?? 3)),
  },
  {
    flaw: 'one key serves all data folders',
    hole: 'another data folder reads it',
    create: ({ clock }) => createDeltaCursors({ key: new Uint8Array(32), clock }),
  },
  { flaw: 'the age is not looked at', hole: 'it lives too long', create: readAt(0, -80 * DAY_MS) },
  { flaw: 'a day more is given', hole: 'it lives too long', create: readAt(0, -DAY_MS) },
  {
    flaw: 'the future is not looked at',
    hole: 'it may come from the future',
    create: readAt(0, 80 * DAY_MS),
  },
  { flaw: 'the seal is not looked at', hole: 'it can be forged', create: unsealed },
  { flaw: 'any spelling of the bytes is taken', hole: 'it has several spellings', create: leniently },
];
