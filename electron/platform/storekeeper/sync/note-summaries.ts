import type { NoteExample, NoteSummary } from '../../../../shared/contract/connection.ts';
import { toEuros } from '../../../../shared/money.ts';
import type { StoreKeeperDb } from '../../../store/copies/storekeeper-copy-store.ts';
import { readLatestNotes, sumNotesByKind } from '../../../store/copies/storekeeper-notes.ts';
import type { NoteDetail } from '../mapping/notes.ts';

const MOST_EXAMPLES = 5;

/** What a reader of the figures has to know, by kind, with the latest examples. Amounts in euros. */
export async function noteSummaries(db: StoreKeeperDb): Promise<NoteSummary[]> {
  const summaries: NoteSummary[] = [];
  for (const { kind, count, amount } of await sumNotesByKind(db)) {
    const latest = await readLatestNotes(db, kind, MOST_EXAMPLES);
    const examples = latest.map(({ record, detail }) => exampleOf(record, JSON.parse(detail) as NoteDetail));
    summaries.push({ kind, count, amount: eurosOf(amount), examples });
  }
  return summaries;
}

function exampleOf(record: string, { given, written, theirs, ours, amount }: NoteDetail): NoteExample {
  return {
    record: record.replace(':', ' '),
    given: given ?? null,
    written: written ?? null,
    theirs: eurosOf(theirs),
    ours: eurosOf(ours),
    amount: eurosOf(amount),
  };
}

function eurosOf(amount: number | null | undefined): number | null {
  return amount === null || amount === undefined ? null : toEuros(amount);
}
