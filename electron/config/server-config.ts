import type { Door } from './listen-address.ts';

/** How a headless program serves a whole chain. Paths are absolute. */
export interface ServerConfig {
  /** IPv4 or IPv6. */
  readonly listen: string;
  /** Names under which clients reach it, with a port where one is given; lower case. */
  readonly publicHosts: readonly string[];
  /** Null: it speaks plain HTTP. */
  readonly tls: TlsFiles | null;
  /** Addresses and networks of the proxies at which TLS ends, besides this computer. Null: there is no proxy. */
  readonly proxies: readonly string[] | null;
  /** Null: SQLite in the data folder. */
  readonly database: DatabaseSource | null;
  /** Null: that of the data folder. */
  readonly secretKeyFile: string | null;
  /** Where operators ask for health and figures; null: on the port of the API, where that is on loopback alone. */
  readonly metricsDoor: Door | null;
  readonly logsTo: 'file' | 'stdout';
  /** For how long it goes on serving once it is to stop. */
  readonly drainMs: number;
  /** Whether the demo shops are made, and kept up to date: their users have a password that is published. */
  readonly hasDemoShops: boolean;
}

export interface TlsFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

/** A URL may hold a password, which a file hides from the list of processes. */
export type DatabaseSource =
  | { readonly kind: 'url'; readonly url: string; readonly isTyped: boolean }
  | { readonly kind: 'file'; readonly file: string };
