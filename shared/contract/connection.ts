import type { CalendarDate } from '../calendar.ts';
import type { UnknownFigure } from './financial-report.ts';

/**
 * A parameter such as `payment_term` or `sort=price` that a platform does not support, and whose fields it does not
 * return.
 */
export interface MissingParameter {
  /** API path, such as `/api/orders`. */
  readonly path: string;
  readonly parameter: string;
}

/** The way a user's platform is read, for the page Data source and `npm run copies -- status`. Times are RFC 3339. */
export interface Connection {
  /** Its address; `null` for the built-in platform, which needs no copy. */
  readonly platform: string | null;
  readonly account: string;
  /** `null` if nothing is copied, or nothing yet. */
  readonly copy: CopyStatus | null;
}

export interface CopyStatus {
  /** `stopped`: by a user, until a user continues it. `waiting`: nothing is due. */
  readonly state: 'reading' | 'waiting' | 'stopped';
  /** The problem of the last reading, as one line; `null` if it did not fail. Streams have separate problems. */
  readonly problem: string | null;
  /** The time of the next reading after repeated failures for the same reason; `null` if the copy does not wait. */
  readonly triesAgainAt: string | null;
  /** The time when the platform last confirmed the user and their rights. */
  readonly confirmedAt: string;
  readonly bytes: number;
  readonly streams: readonly StreamStatus[];
  /** `null` if the platform itself answers questions about orders. */
  readonly coverage: OrderCoverage | null;
  /** The last comparison of the copy with the platform; `null` if there was none. */
  readonly check: CopyCheck | null;
  /** Facts that readers of figures should know, by kind. */
  readonly notes: readonly NoteSummary[];
  /** Figures that the platform does not have. */
  readonly unknown: readonly UnknownFigure[];
}

export const COPY_STREAMS = ['reference', 'products', 'orders', 'customers'] as const;
export type CopyStream = (typeof COPY_STREAMS)[number];

/** A kind of record that is read separately. */
export interface StreamStatus {
  readonly name: CopyStream;
  /** The function or endpoint that reads it; `null` if it cannot be read. */
  readonly readBy: string | null;
  /** Other functions that were tried, with the reason as one line. */
  readonly refused: readonly { readonly by: string; readonly reason: string }[];
  /** The end of the last complete reading; `null` until the first one has ended. */
  readonly readAt: string | null;
  /** Progress of the current reading; `null` if there is none. */
  readonly progress: StreamProgress | null;
  /** The problem of the last reading, as one line; `null` if it did not fail. */
  readonly problem: string | null;
}

export interface StreamProgress {
  readonly done: number;
  /** `null` if the total is unknown. */
  readonly of: number | null;
  /** `null` if it cannot be estimated yet. */
  readonly expectedEnd: string | null;
}

export interface OrderCoverage {
  /** The first day from which no order is missing; `null` if there is none yet. */
  readonly completeFrom: CalendarDate | null;
  readonly isWhole: boolean;
  /** False if there may be older orders that are not listed. Periods before `completeFrom` are then refused. */
  readonly areOlderKnown: boolean;
  /** Number of unreadable orders. Months in which they may be are incomplete. */
  readonly unreadable: number;
  /** Number of orders that appeared late or failed and are not read yet. Their months are incomplete too. */
  readonly unread: number;
  /** Number of orders that have been read, out of all known ones. */
  readonly done: number;
  readonly of: number;
  /** From the latest month to the oldest one with orders. */
  readonly months: readonly { readonly month: string; readonly orders: number; readonly isComplete: boolean }[];
}

export interface CopyCheck {
  readonly checkedAt: string;
  /** Number of orders that were missing, and of those no longer listed. */
  readonly missing: number;
  readonly removed: number;
  /** Number of old orders read again, and of those that had changed unnoticed. */
  readonly compared: number;
  readonly differing: number;
  /** Total difference in euros, including VAT. */
  readonly amount: number;
}

/** Notes of one kind. The platform defines the kinds. */
export interface NoteSummary {
  readonly kind: string;
  readonly count: number;
  /**
   * An amount in euros if the notes are about amounts: their sum, or the sum of the differences between two figures.
   */
  readonly amount: number | null;
  readonly examples: readonly NoteExample[];
}

export interface NoteExample {
  /** Kind of record and its id at the platform, such as `order 1204`. */
  readonly record: string;
  readonly given: string | null;
  readonly written: string | null;
  readonly theirs: number | null;
  readonly ours: number | null;
  readonly amount: number | null;
}

/** Actions of a user on their copy: read everything again, stop reading, or remove it. */
export const COPY_ACTIONS = ['readAgain', 'stop', 'empty'] as const;
export type CopyAction = (typeof COPY_ACTIONS)[number];
