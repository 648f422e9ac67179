import { type Kysely, sql } from 'kysely';
import { openStore } from '../../../electron/store/open-store.ts';
import type { StoreSchema } from '../../../electron/store/schema.ts';
import { openReader, openWriter } from '../../../electron/store/store-connections.ts';

/** What security.md asks of every connection, apart from what the program says of itself. */
const ASKED = { journal_mode: 'wal', synchronous: 2, foreign_keys: 1, recursive_triggers: 1, mmap_size: 0 };

/** Milliseconds that a connection waits for another that writes. */
const PATIENCE = { main: 5_000, reader: 5_000, writer: 20 };

export interface WrongPragma {
  readonly connection: string;
  readonly sentence: string;
}

/** Reads them on each kind of connection that the program has to the store of this file. */
export async function findWrongPragmas(file: string, onConnection: () => void): Promise<WrongPragma[]> {
  const main = await openStore({ file });
  const opened = { main, reader: openReader(file), writer: openWriter(file) };
  const wrong: WrongPragma[] = [];
  for (const [connection, { db, close }] of Object.entries(opened).reverse()) {
    onConnection();
    const asked = { ...ASKED, busy_timeout: PATIENCE[connection as keyof typeof PATIENCE] };
    for (const [name, value] of Object.entries(asked)) {
      const kept = await readPragma(db, name);
      if (kept !== value) wrong.push({ connection, sentence: `${connection}: ${name} is ${String(kept)}` });
    }
    await close();
  }
  return wrong;
}

async function readPragma(db: Kysely<StoreSchema>, name: string): Promise<unknown> {
  const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(db);
  return Object.values(rows[0] ?? {})[0];
}
