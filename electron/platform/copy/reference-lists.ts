import type { Caller } from '../../base/caller.ts';
import { type CatalogCopyStore, readFact, writeFacts } from '../../store/copies/catalog-copy-store.ts';
import type { ReferenceKind, ReferenceRecords } from '../platform.ts';
import { PlatformError } from '../platform-error.ts';
import type { CatalogSource, NamedRecords } from './follow-products.ts';

const KINDS: { readonly [Kind in ReferenceKind]: true } = {
  shops: true,
  locations: true,
  turnoverGroups: true,
  paymentMethods: true,
  paymentProviders: true,
  taxRates: true,
  segments: true,
};
const REFERENCE_KINDS = Object.keys(KINDS) as ReferenceKind[];
const LISTS_AT = 'lists_at';

/** Reads every list and keeps it as it came. One that the deployment does not offer is not kept. */
export async function copyReferenceLists(
  source: Pick<CatalogSource, 'listReference'>,
  caller: Caller,
  { db }: CatalogCopyStore,
  now: number,
): Promise<void> {
  const facts: Record<string, string> = { [LISTS_AT]: String(now) };
  for (const kind of REFERENCE_KINDS) {
    const rows = await listIfOffered(source, caller, kind);
    if (rows !== null) facts[factOf(kind)] = JSON.stringify(rows);
  }
  await writeFacts(db, facts);
}

/** Null for a list that is not kept. */
export async function readReferenceList<K extends ReferenceKind>(
  { db }: CatalogCopyStore,
  kind: K,
): Promise<{ rows: ReferenceRecords[K][]; readAt: number } | null> {
  const text = await readFact(db, factOf(kind));
  return text === undefined ? null : { rows: JSON.parse(text), readAt: await readListsAt({ db }) };
}

/** When the lists were read; 0 where they never were. */
export async function readListsAt({ db }: Pick<CatalogCopyStore, 'db'>): Promise<number> {
  return Number((await readFact(db, LISTS_AT)) ?? 0);
}

/** Whether products name a record that the lists do not have: then those are older than the products. */
export async function namesUnknown(store: CatalogCopyStore, named: NamedRecords): Promise<boolean> {
  for (const kind of ['turnoverGroups', 'taxRates'] as const) {
    const known = new Set((await readReferenceList(store, kind))?.rows.map(({ id }) => id));
    if ([...named[kind]].some((id) => !known.has(id))) return true;
  }
  return false;
}

const factOf = (kind: ReferenceKind) => `list ${kind}`;

async function listIfOffered(
  source: Pick<CatalogSource, 'listReference'>,
  caller: Caller,
  kind: ReferenceKind,
): Promise<readonly unknown[] | null> {
  try {
    return await source.listReference(caller, kind);
  } catch (error) {
    if (error instanceof PlatformError && error.code === 'not_offered') return null;
    throw error;
  }
}
