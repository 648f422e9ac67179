import { createHmac } from 'node:crypto';
import { StartError } from '../base/errors.ts';
import type { DatabaseSource } from '../config/server-config.ts';
import { openDemoShops } from '../platform/demo/open-demo-shops.ts';
import { readDatabaseUrl } from '../startup/secret-files.ts';
import type { Teardown } from '../startup/shutdown.ts';
import type { ReportUpdate } from '../store/migrations/migrate-store.ts';
import { createServerKeysRepository, openPostgresStore, withLongTimeouts } from '../store/open-postgres-store.ts';
import type { Store, StoreWatch } from '../store/open-store.ts';
import type { ComposedStore, StoreContext } from './store.ts';

interface DatabaseContext extends Pick<StoreContext, 'secretKey' | 'clock' | 'log' | 'hasher'> {
  readonly source: DatabaseSource;
  readonly hasDemoShops: boolean;
  readonly watch: StoreWatch;
  readonly reportUpdate: ReportUpdate;
}

const KEY_PURPOSE = 'webhook secrets and cursors';

/**
 * Opens the store on PostgreSQL, which several servers share, with demo shops if requested. Whoever runs the database
 * makes the backups. Throws `StartError`, `ConfigError`, and `StoreError` if the database cannot be used.
 */
export async function composeDatabase(context: DatabaseContext, teardown: Teardown): Promise<ComposedStore> {
  const { source, hasDemoShops, secretKey, watch, reportUpdate, clock, log, hasher } = context;
  const url = readDatabaseUrl(source);
  const store = await openPostgresStore({
    ...{ url, watch, reportUpdate },
    outages: {
      began: ({ message, cause }) => log.error({ reason: message, err: cause }, 'the database cannot be used'),
      ended: () => log.info('the database can be used again'),
    },
  });
  teardown.add('store', store.close);
  await requireSharedKey(store, secretKey);
  if (hasDemoShops) await withLongTimeouts({ url }, (db) => openDemoShops({ db, clock, hasher }));
  return { store, notices: () => [] };
}

/** The fingerprint of a secret key, which all servers of a database have to share. */
export function createKeyFingerprint(secretKey: Uint8Array): {
  readonly purpose: string;
  readonly fingerprint: string;
} {
  const fingerprint = createHmac('sha256', secretKey).update('tilldesk key fingerprint').digest('hex');
  return { purpose: KEY_PURPOSE, fingerprint };
}

/** With another key this server could open no webhook secret, and would disable every webhook of all servers. */
async function requireSharedKey({ db }: Store, secretKey: Uint8Array): Promise<void> {
  const { purpose, fingerprint } = createKeyFingerprint(secretKey);
  if ((await createServerKeysRepository(db).readOrSetFingerprint(purpose, fingerprint)) === fingerprint) return;
  throw new StartError(
    'The other servers of this database have a different secret key: give this one the same key with --secret-key-file.',
  );
}
