import { ConfigError } from '../config/config.ts';
import { readBaseUrl } from './base-url.ts';
import { readStoreChoice, type StoreChoice } from './command-options.ts';
import { readFlag, readText, type TypedOptions } from './read-options.ts';

/** Where the rows come from. */
export type SourceChoice =
  | {
      readonly kind: 'store';
      readonly store: StoreChoice;
      readonly account: string | null;
    }
  | {
      readonly kind: 'service';
      /** Without a slash at its end. */
      readonly baseUrl: string;
    };

const TEXTS = ['data-dir', 'database-url', 'database-url-file'] as const;
const NAMES = [...TEXTS, 'accept-shared-folder'] as const;

/** Throws `ConfigError`. */
export function readSourceChoice(typed: TypedOptions): SourceChoice {
  const baseUrl = readText(typed, 'base-url');
  const account = readText(typed, 'account');
  for (const name of TEXTS) readText(typed, name);
  const acceptsSharedFolder = readFlag(typed, 'accept-shared-folder');
  if (baseUrl === null) {
    const store = { ...typed.values, 'accept-shared-folder': acceptsSharedFolder };
    return { kind: 'store', store: readStoreChoice(store), account };
  }
  const other = [...NAMES, 'account' as const].find((name) => typed.values[name] !== undefined);
  if (other !== undefined) {
    throw new ConfigError(
      `--base-url and --${other} contradict each other: one names a service, one a store.`,
    );
  }
  return { kind: 'service', baseUrl: readBaseUrl(baseUrl) };
}
