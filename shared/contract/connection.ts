import type { CalendarDate } from '../calendar.ts';
import type { UnknownFigure } from './financial-report.ts';

/** A parameter such as `payment_term` or `sort=price` that a platform neither takes nor gives the fields for. */
export interface MissingParameter {
  /** Of the API, such as `/api/orders`. */
  readonly path: string;
  readonly parameter: string;
}

/** How the platform of a user is read, for the page Data source and for `npm run copies -- status`. Times: RFC 3339. */
export interface Connection {
  /** Its address; null for the built-in platform, which needs no copy. */
  readonly platform: string | null;
  readonly account: string;
  /** Null where nothing is copied, or nothing has been copied yet. */
  readonly copy: CopyStatus | null;
}

export interface CopyStatus {
  /** `stopped`: by a user, until somebody lets it read again. `waiting`: everything that is due has been read. */
  readonly state: 'reading' | 'waiting' | 'stopped';
  /** Why the last reading broke off, as one line; null where it did not. Each stream has problems of its own besides. */
  readonly problem: string | null;
  /** When a copy that failed twice in a row for the same reason is read again by itself; `null` if it does not wait. */
  readonly triesAgainAt: string | null;
  /** When the platform last confirmed the user and their rights. */
  readonly confirmedAt: string;
  readonly bytes: number;
  readonly streams: readonly StreamStatus[];
  /** Null where the platform itself answers questions about orders. */
  readonly coverage: OrderCoverage | null;
  /** The last comparison of the copy with the platform; null where there was none. */
  readonly check: CopyCheck | null;
  /** What a reader of the figures has to know, by kind. */
  readonly notes: readonly NoteSummary[];
  /** Figures that the platform does not give. */
  readonly unknown: readonly UnknownFigure[];
}

export const COPY_STREAMS = ['reference', 'products', 'orders', 'customers'] as const;
export type CopyStream = (typeof COPY_STREAMS)[number];

/** One sort of record that is read by itself. */
export interface StreamStatus {
  readonly name: CopyStream;
  /** The function or the endpoint by which it is read; null where it cannot be read. */
  readonly readBy: string | null;
  /** What was tried besides, with the reason as one line. */
  readonly refused: readonly { readonly by: string; readonly reason: string }[];
  /** Up to when all of it has been read; null while the first reading has not ended. */
  readonly readAt: string | null;
  /** How much of the present reading is done; null where none is under way. */
  readonly progress: StreamProgress | null;
  /** Why the last reading failed, as one line; null where it did not. */
  readonly problem: string | null;
}

export interface StreamProgress {
  readonly done: number;
  /** Null while it is not known how much there is. */
  readonly of: number | null;
  /** Null where it cannot be told yet. */
  readonly expectedEnd: string | null;
}

export interface OrderCoverage {
  /** The first day from which no order is missing; null while there is none. */
  readonly completeFrom: CalendarDate | null;
  /** Whether all orders that are named have been read, and can be. */
  readonly isWhole: boolean;
  /** False where there may be older orders that are not named: periods before `completeFrom` are not answered. */
  readonly areOlderKnown: boolean;
  /** Orders that cannot be read: the months in which they may lie are not complete. */
  readonly unreadable: number;
  /** Orders that were named late or failed, and are not read yet: the same. */
  readonly unread: number;
  /** Orders that have been read, of those that are known to exist. */
  readonly done: number;
  readonly of: number;
  /** From the latest month to the oldest with orders. */
  readonly months: readonly { readonly month: string; readonly orders: number; readonly isComplete: boolean }[];
}

export interface CopyCheck {
  readonly checkedAt: string;
  /** Orders that were missing, and that are no longer named. */
  readonly missing: number;
  readonly removed: number;
  /** Old orders that were read again, and those of them that had changed unseen. */
  readonly compared: number;
  readonly differing: number;
  /** By how much these differ, in euros including VAT. */
  readonly amount: number;
}

/** Notes of one kind; which kinds there are is up to the platform. */
export interface NoteSummary {
  readonly kind: string;
  readonly count: number;
  /** Euros, where the notes are about amounts: their sum, and where two figures differ the sum of the differences. */
  readonly amount: number | null;
  /** The latest ones. */
  readonly examples: readonly NoteExample[];
}

export interface NoteExample {
  /** `order 1204`: the sort of record, and its id there. */
  readonly record: string;
  readonly given: string | null;
  readonly written: string | null;
  readonly theirs: number | null;
  readonly ours: number | null;
  readonly amount: number | null;
}

/** What a user can do with their copy: read everything again, stop reading, or remove it. */
export const COPY_ACTIONS = ['readAgain', 'stop', 'empty'] as const;
export type CopyAction = (typeof COPY_ACTIONS)[number];
