import { ConfigError } from '../../config.ts';
import { readBaseUrl } from './base-url.ts';
import { readText, type TypedOptions } from './read-options.ts';

/** Where the rows come from. */
export type SourceChoice =
  | {
      readonly kind: 'store';
      /** As typed; null: as for `npm start`. */
      readonly dataDir: string | null;
      readonly account: string | null;
    }
  | {
      readonly kind: 'service';
      /** Without a slash at its end. */
      readonly baseUrl: string;
    };

/** Throws `ConfigError`. */
export function readSourceChoice(typed: TypedOptions): SourceChoice {
  const baseUrl = readText(typed, 'base-url');
  const dataDir = readText(typed, 'data-dir');
  const account = readText(typed, 'account');
  if (baseUrl === null) return { kind: 'store', dataDir, account };
  if (dataDir !== null || account !== null) {
    const other = dataDir === null ? '--account' : '--data-dir';
    throw new ConfigError(`--base-url and ${other} contradict each other: one names a service, one a store.`);
  }
  return { kind: 'service', baseUrl: readBaseUrl(baseUrl) };
}
