import { DatabaseSync } from 'node:sqlite';
import { CREDENTIALS, USER } from '../../support/shop-fixture.ts';
import type { Planting } from './plant-in-requests.ts';

/** Damages the record of a colleague: the platform fails at the sign-in, and says with what. */
export async function damageColleague(
  { ask }: Pick<Planting, 'ask'>,
  storeFile: string,
  quoted: string,
): Promise<void> {
  const store = new DatabaseSync(storeFile);
  try {
    store.prepare('update users set roles = ? where id = ?').run(quoted, USER.accountant);
  } finally {
    store.close();
  }
  await ask('/api/auth/login', { method: 'POST', body: CREDENTIALS.accountant });
}
