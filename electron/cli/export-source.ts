import { readFileSync } from 'node:fs';
import { Value } from 'typebox/value';
import { LedgerChanges, type Ledgers } from '../../shared/contract/ledgers.ts';
import { isLoopbackHost } from '../base/loopback.ts';
import type { TypedTexts } from '../config/command-line.ts';
import { ConfigError } from '../config/config.ts';
import { type StoreChoice, storeChoiceOf } from './store-options.ts';

/** Where the rows come from. */
export type SourceChoice =
  | { readonly kind: 'store'; readonly store: StoreChoice; readonly account: string | null }
  /** The address has no slash at its end. */
  | { readonly kind: 'service'; readonly baseUrl: string };

/** Throws `ConfigError`. */
export function readSourceChoice(typed: TypedTexts): SourceChoice {
  const { account = null, 'base-url': baseUrl } = typed;
  if (baseUrl === undefined) return { kind: 'store', store: storeChoiceOf(typed), account };
  const ofStore = ['data-dir', 'database-url', 'database-url-file', 'accept-shared-folder', 'account'];
  const other = ofStore.find((name) => name in typed);
  if (other !== undefined) {
    throw new ConfigError(`--base-url and --${other} contradict each other: one names a service, one a store.`);
  }
  return { kind: 'service', baseUrl: readBaseUrl(baseUrl) };
}

/**
 * The address of a service, without a slash at its end. Throws `ConfigError`, which never repeats the address: it may
 * hold a password.
 */
export function readBaseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new ConfigError('--base-url takes an address such as https://till.example or http://127.0.0.1:4870.');
  }
  if (url.username !== '' || url.password !== '') {
    throw new ConfigError('--base-url takes no user and password; the key comes from TILLDESK_API_KEY.');
  }
  if (url.search !== '' || url.hash !== '') {
    throw new ConfigError('--base-url ends with the path: it takes neither a query nor a fragment.');
  }
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) {
    throw new ConfigError(
      '--base-url takes http:// for this computer only: elsewhere the key would travel in the clear; use https://.',
    );
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
}

/** What a header takes. */
const PRINTABLE = /^[\x21-\x7e]+$/;

/** The key for a service. Throws `ConfigError`, which never repeats it. */
export function readApiKey(env: Readonly<Record<string, string | undefined>>): string {
  const key = env.TILLDESK_API_KEY?.trim();
  if (!key) {
    throw new ConfigError('The API key of the service is read from the environment: set TILLDESK_API_KEY.');
  }
  if (PRINTABLE.test(key)) return key;
  throw new ConfigError('TILLDESK_API_KEY holds no API key: it has characters that no key has.');
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
