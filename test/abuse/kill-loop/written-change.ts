import type { RecordKey, StoredRecord } from './stored-record.ts';

/** A record that an action wrote, by its own account. */
export interface WrittenRecord extends RecordKey {
  /** Who is locked to Utrecht sees what changed. */
  readonly isSeenInUtrecht: boolean;
}

/** What a commit did to a record, as it is told on standard output. */
export interface WrittenChange extends WrittenRecord, StoredRecord {
  /** Of the feed before the commit: the change has to have a version above it. */
  readonly feedBefore: number;
}
