import { readFileSync } from 'node:fs';
import { Value } from 'typebox/value';
import { LedgerChanges, type Ledgers } from '../../shared/contract/ledgers.ts';
import type { TypedTexts } from '../config/command-line.ts';
import { ConfigError } from '../config/config.ts';
import { readServiceChoice, type ServiceChoice } from './service-options.ts';
import { type StoreChoice, storeChoiceOf } from './store-options.ts';

/** Where the rows come from. */
export type SourceChoice =
  | { readonly kind: 'store'; readonly store: StoreChoice; readonly account: string | null }
  | ServiceChoice;

/** Throws `ConfigError`. */
export function readSourceChoice(typed: TypedTexts): SourceChoice {
  const { account = null, 'base-url': baseUrl } = typed;
  if (baseUrl === undefined) {
    if (!('accept-unproven-service' in typed)) return { kind: 'store', store: storeChoiceOf(typed), account };
    throw new ConfigError('--accept-unproven-service is about a service, which --base-url names.');
  }
  const ofStore = ['database-url', 'database-url-file', 'account'];
  const other = ofStore.find((name) => name in typed);
  if (other !== undefined) {
    throw new ConfigError(`--base-url and --${other} contradict each other: one names a service, one a store.`);
  }
  return readServiceChoice(baseUrl, typed);
}

interface Account {
  readonly id: number;
  readonly name: string;
}

const DEFAULT_ACCOUNT = 'demo';

/** The account of that name; with null `demo` where there is one, else the only one. Throws `ConfigError`. */
export function chooseAccount(accounts: readonly Account[], name: string | null): Account {
  const names = accounts.map((account) => account.name).join(', ') || 'none';
  const chosen = accounts.find((account) => account.name === (name ?? DEFAULT_ACCOUNT));
  if (chosen) return chosen;
  if (name !== null) throw new ConfigError(`There is no account ${name} here; there are: ${names}.`);
  const [only, ...others] = accounts;
  if (only && others.length === 0) return only;
  throw new ConfigError(`Name an account with --account; there are: ${names}.`);
}

/** The ledger accounts in a JSON file `{code: account}`, at an absolute path. Throws `ConfigError`. */
export function readLedgersFile(path: string): Ledgers {
  let accounts: unknown;
  try {
    accounts = JSON.parse(readFileSync(path, 'utf8'));
  } catch (cause) {
    throw new ConfigError(`--ledgers: ${path} cannot be read as JSON.`, { cause });
  }
  const changes = { accounts };
  if (!Value.Check(LedgerChanges, changes)) {
    throw new ConfigError(`--ledgers takes a file such as {"payment:pin": "1200"}; ${path} holds something else.`);
  }
  // An empty account is none.
  return Object.fromEntries(Object.entries(changes.accounts).filter(([, account]) => account !== ''));
}
