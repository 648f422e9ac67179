import type { Migration } from 'kysely/migration';
import { shop } from './0001-shop.ts';
import { access } from './0002-access.ts';
import { customers } from './0003-customers.ts';
import { totals } from './0004-totals.ts';
import { lists } from './0005-lists.ts';
import { changes } from './0006-changes.ts';
import { webhooks } from './0007-webhooks.ts';
import { exports } from './0008-exports.ts';
import { preferences } from './0009-preferences.ts';
import { remote } from './0010-remote.ts';
import { server } from './0011-server.ts';
import { pings } from './0012-pings.ts';
import { signInProofs } from './0013-sign-in-proofs.ts';

/** Every migration under the name by which a store remembers it; they run in the order of the names. */
export const migrations: Readonly<Record<string, Migration>> = {
  '0001-shop': shop,
  '0002-access': access,
  '0003-customers': customers,
  '0004-totals': totals,
  '0005-lists': lists,
  '0006-changes': changes,
  '0007-webhooks': webhooks,
  '0008-exports': exports,
  '0009-preferences': preferences,
  '0010-remote': remote,
  '0011-server': server,
  '0012-pings': pings,
  '0013-sign-in-proofs': signInProofs,
};
