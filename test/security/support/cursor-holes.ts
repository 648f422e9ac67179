import type { Caller } from '../../../electron/base/caller.ts';
import type { FeedName } from '../../../electron/platform/platform.ts';
import type { createDeltaCursors, DeltaCursors } from '../../../electron/service/security/delta-cursors.ts';
import { createFixedClock } from '../../support/fixed-clock.ts';
import { STAND_IN_CALLER } from '../../support/stand-in-platform.ts';

export type CreateCursors = typeof createDeltaCursors;

export const DAY_MS = 24 * 60 * 60 * 1000;
/** What is said of cursors that do not even work for whom they were written. */
export const SOUND = 'its owner cannot read it';

const NOW_MS = Date.parse('2026-11-21T12:00:00Z');
const KEY = new Uint8Array(32).fill(1);
const OTHER_KEY = new Uint8Array(32).fill(2);
const POSITION = 'v48211';
const FREE = STAND_IN_CALLER;
const lockedTo = (id: number): Caller => ({ ...FREE, lockedLocation: { id, title: `Place ${id}` } });

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
  ['somebody locked reads one without a lock', { reader: lockedTo(3) }],
  ['somebody without a lock reads a locked one', { writer: lockedTo(3) }],
  ['another lock reads it', { writer: lockedTo(3), reader: lockedTo(4) }],
  ['another lock reads it', { writer: lockedTo(3), reader: lockedTo(33) }],
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
  { writer: lockedTo(3), reader: lockedTo(3) },
  { afterMs: 90 * DAY_MS },
  { afterMs: -DAY_MS },
];

/** What can be done with cursors that should not be; empty where they are as they should be. */
export function cursorHoles(create: CreateCursors): string[] {
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
