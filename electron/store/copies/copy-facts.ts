import type { Kysely } from 'kysely';
import type { CopySchema } from './open-catalog-copy.ts';

/** Undefined where it was never written. */
export async function readFact(db: Kysely<CopySchema>, name: string): Promise<string | undefined> {
  const row = await db.selectFrom('copy_facts').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

export async function writeFacts(
  db: Kysely<CopySchema>,
  facts: Readonly<Record<string, string>>,
): Promise<void> {
  const values = Object.entries(facts).map(([name, value]) => ({ name, value }));
  await db.replaceInto('copy_facts').values(values).execute();
}
