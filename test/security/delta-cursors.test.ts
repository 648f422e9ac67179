import { createDecipheriv } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { Caller } from '../../electron/base/caller.ts';
import { derivedKey } from '../../electron/base/secret-box.ts';
import type { FeedName } from '../../electron/platform/platform.ts';
import { createDeltaCursors, type DeltaCursors } from '../../electron/service/security/delta-cursors.ts';
import { createFixedClock } from '../support/fixed-clock.ts';
import { STAND_IN_CALLER } from '../support/stand-in-platform.ts';

describe('the cursors of a feed', () => {
  it('work for no other account, feed, lock, data folder or time, and cannot be forged', () => {
    expect(cursorHoles(createDeltaCursors)).toEqual([]);
  });

  it('work in the valid case of each attack', () => {
    const refusing = (): DeltaCursors => ({ write: () => 'AAAA', read: () => null });
    expect(cursorHoles(refusing)).toEqual([SOUND]);
  });

  it.each(CURSOR_MUTANTS)('are found to be unsafe if $flaw', ({ create, hole }) => {
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

const DAY_MS = 24 * 60 * 60 * 1000;

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

type CreateCursors = typeof createDeltaCursors;

/** What is said of cursors that do not even work for whom they were written. */
const SOUND = 'its owner cannot read it';

const NOW_MS = Date.parse('2026-11-21T12:00:00Z');
const KEY = new Uint8Array(32).fill(1);
const OTHER_KEY = new Uint8Array(32).fill(2);
const POSITION = 'v48211';
const FREE = STAND_IN_CALLER;
const callerLockedTo = (id: number): Caller => ({ ...FREE, lockedLocation: { id, title: `Place ${id}` } });

interface Reading {
  readonly writer?: Caller;
  readonly reader?: Caller;
  readonly feed?: FeedName;
  readonly key?: Uint8Array;
  readonly afterMs?: number;
  readonly forge?: (cursor: string) => string;
}

/** Attacks with the name of the hole that one of them would show. */
const ATTACKS: ReadonlyArray<readonly [hole: string, reading: Reading]> = [
  ['another account reads it', { reader: { ...FREE, accountId: 2 } }],
  ['another account reads it', { reader: { ...FREE, accountId: 11 } }],
  ['another feed reads it', { feed: 'products' }],
  ['somebody locked reads one without a lock', { reader: callerLockedTo(3) }],
  ['somebody without a lock reads a locked one', { writer: callerLockedTo(3) }],
  ['another lock reads it', { writer: callerLockedTo(3), reader: callerLockedTo(4) }],
  ['another lock reads it', { writer: callerLockedTo(3), reader: callerLockedTo(33) }],
  ['another data folder reads it', { key: OTHER_KEY }],
  ['it lives too long', { afterMs: 90 * DAY_MS + 1000 }],
  ['it may come from the future', { afterMs: -DAY_MS - 1000 }],
  ['it can be forged', { forge: (cursor) => changedAt(cursor, cursor.length - 4) }],
  ['it can be forged', { forge: (cursor) => changedAt(cursor, 0) }],
  ['it can be forged', { forge: (cursor) => `AAAAAAAA${cursor.slice(8)}` }],
  ['it can be forged', { forge: (cursor) => `${changedAt(cursor, 30)}` }],
  ['it has several spellings', { forge: (cursor) => `${cursor}=` }],
  ['it has several spellings', { forge: (cursor) => `${cursor.slice(0, 8)}.${cursor.slice(8)}` }],
];

const OWNERS: readonly Reading[] = [
  {},
  { writer: callerLockedTo(3), reader: callerLockedTo(3) },
  { afterMs: 90 * DAY_MS },
  { afterMs: -DAY_MS },
];

/** What can be done with cursors that should not be; empty where they are as they should be. */
function cursorHoles(create: CreateCursors): string[] {
  const isSound = OWNERS.every((reading) => reads(create, { ...reading }));
  const holes = ATTACKS.filter(([, reading]) => reads(create, reading)).map(([hole]) => hole);
  return [...new Set([...(isSound ? [] : [SOUND]), ...holes])];
}

/** Whether a cursor is read, by whom, where and when a reading says. */
function reads(create: CreateCursors, reading: Reading): boolean {
  const { writer = FREE, reader = FREE, feed = 'orders', key = KEY, afterMs = 0, forge } = reading;
  const written = create({ key: KEY, clock: createFixedClock(NOW_MS) }).write(writer, 'orders', POSITION);
  const readers: DeltaCursors = create({ key, clock: createFixedClock(NOW_MS + afterMs) });
  return readers.read(reader, feed, forge ? forge(written) : written) !== null;
}

function changedAt(cursor: string, at: number): string {
  return `${cursor.slice(0, at)}${cursor[at] === 'A' ? 'B' : 'A'}${cursor.slice(at + 1)}`;
}
