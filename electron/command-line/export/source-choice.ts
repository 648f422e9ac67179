import { ConfigError } from '../../config.ts';
import { readStoreChoice, type StoreChoice } from '../store-choice.ts';
import { readBaseUrl } from './base-url.ts';
import { readText, type TypedOptions } from './read-options.ts';

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

const NAMES = ['data-dir', 'database-url', 'database-url-file'] as const;

/** Throws `ConfigError`. */
export function readSourceChoice(typed: TypedOptions): SourceChoice {
  const baseUrl = readText(typed, 'base-url');
  const account = readText(typed, 'account');
  for (const name of NAMES) readText(typed, name);
  if (baseUrl === null) return { kind: 'store', store: readStoreChoice(typed.values), account };
  const other = [...NAMES, 'account' as const].find((name) => typed.values[name] !== undefined);
  if (other !== undefined) {
    throw new ConfigError(
      `--base-url and --${other} contradict each other: one names a service, one a store.`,
    );
  }
  return { kind: 'service', baseUrl: readBaseUrl(baseUrl) };
}
