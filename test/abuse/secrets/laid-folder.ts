import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPasswordHasher } from '../../../electron/base/password-hasher.ts';
import { openStore } from '../../../electron/store/open-store.ts';
import { CHEAP_COST } from '../../support/cheap-cost.ts';
import { ACCOUNT, CREDENTIALS, seedFixtureShop, USER } from '../../support/shop-fixture.ts';

/** A data folder before the first start, and what is not in it as it is. */
export interface LaidFolder {
  readonly dataFolder: string;
  readonly temporaryFolder: string;
  readonly storeFile: string;
}

interface LaidSecrets {
  /** Of the owner. */
  readonly password: string;
  /** Of a customer; it lies in the store and nowhere else. */
  readonly customerEmail: string;
}

/** The fixture shop, as a store that was generated for good, so that no demo shop is added at the start. */
export async function layFolder(folder: string, secrets: LaidSecrets): Promise<LaidFolder> {
  const dataFolder = join(folder, 'data');
  const temporaryFolder = join(folder, 'tmp');
  for (const path of [dataFolder, temporaryFolder]) mkdirSync(path, { recursive: true });
  const storeFile = join(dataFolder, 'tilldesk.sqlite');
  const allowed = [{ host: '127.0.0.1', cidr: '127.0.0.1/32' }];
  writeFileSync(join(dataFolder, 'webhook-receivers.json'), JSON.stringify({ allowed }));
  await layStore(storeFile, secrets);
  return { dataFolder, temporaryFolder, storeFile };
}

async function layStore(file: string, { password, customerEmail }: LaidSecrets): Promise<void> {
  const { db, close } = await openStore({ file });
  const hasher = createPasswordHasher({ cost: CHEAP_COST });
  await seedFixtureShop(db, hasher);
  const password_hash = await hasher.hash(password);
  await db.updateTable('users').set({ password_hash }).where('id', '=', USER.owner).execute();
  await db.updateTable('customers').set({ email: customerEmail }).execute();
  const shop = {
    account_id: ACCOUNT.alpha,
    seed: 1,
    topped_up_until: 0,
    plan_version: 1,
    is_fixed: 1,
  } as const;
  await db.insertInto('demo_shops').values(shop).execute();
  await close();
}

/** Whose password is the canary. */
export const { account: ACCOUNT_NAME, email: EMAIL } = CREDENTIALS.owner;
