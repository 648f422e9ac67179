import { createHmac } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '../base/clock.ts';
import { StartError } from '../base/errors.ts';
import type { PasswordHasher } from '../base/password-hasher.ts';
import type { DatabaseSource } from '../config/server-config.ts';
import { openDemoShops } from '../platform/demo/open-demo-shops.ts';
import { readDatabaseUrl } from '../startup/secret-files.ts';
import type { Teardown } from '../startup/shutdown.ts';
import { createServerKeysRepository, openPostgresStore } from '../store/open-postgres-store.ts';
import type { StoreWatch } from '../store/open-store.ts';
import type { ComposedStore } from './store.ts';

interface DatabaseGround {
  readonly source: DatabaseSource;
  readonly hasDemoShops: boolean;
  readonly secretKey: Uint8Array;
  readonly watch: StoreWatch;
  readonly clock: Clock;
  readonly log: Logger;
  readonly hasher: PasswordHasher;
}

const KEY_PURPOSE = 'webhook secrets and cursors';

/**
 * The store on PostgreSQL, which several servers share, with demo shops where they are asked for. Backups are the work
 * of whoever runs the database. Throws `StartError`, and `StoreError` where the database cannot be used.
 */
export async function composeDatabase(ground: DatabaseGround, teardown: Teardown): Promise<ComposedStore> {
  const { source, hasDemoShops, secretKey, watch, clock, log, hasher } = ground;
  const store = await openPostgresStore({
    url: readDatabaseUrl(source),
    onBroken: (err) => log.warn({ err }, 'a connection to the database broke'),
    watch,
  });
  teardown.add('store', store.close);
  await demandSharedKey(createServerKeysRepository(store.db), secretKey);
  if (hasDemoShops) await openDemoShops({ db: store.db, clock, hasher });
  return { store, notices: () => [] };
}

/** With another key this server would find no webhook secret that it can read, and disable every webhook of all. */
async function demandSharedKey(
  keys: ReturnType<typeof createServerKeysRepository>,
  secretKey: Uint8Array,
): Promise<void> {
  const fingerprint = createHmac('sha256', secretKey).update('tilldesk key fingerprint').digest('hex');
  if ((await keys.agreeOn(KEY_PURPOSE, fingerprint)) === fingerprint) return;
  throw new StartError(
    'The servers of this database have another secret key: give this one theirs by --secret-key-file.',
  );
}
