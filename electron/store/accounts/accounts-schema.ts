import type { Generated } from 'kysely';

export interface ExportsSchema {
  exports: ExportsTable;
  ledger_accounts: LedgerAccountsTable;
}

export interface ExportsTable {
  id: Generated<number>;
  account_id: number;
  /** Null: made by the operator of the computer. */
  user_id: number | null;
  created_at: number;
  /** JSON, as `ExportManifest` has it. */
  manifest: string;
  /** Absolute path of the file. */
  path: string;
  /** Name of the file with what was read; null when it is not kept any more. */
  snapshot: string | null;
}

/** What the journal books on; see `shared/contract/ledgers.ts` for the codes. */
interface LedgerAccountsTable {
  account_id: number;
  code: string;
  /** Empty: taken away. */
  ledger: string;
}

export interface PreferencesSchema {
  preferences: PreferencesTable;
  damaged_preferences: DamagedPreferencesTable;
}

interface PreferencesTable {
  account_id: number;
  user_id: number;
  /** JSON, as `Preferences` of the contract has it. */
  data: string;
}

/** What was set aside because a change would have written over it; the program reads it nowhere. */
interface DamagedPreferencesTable {
  id: Generated<number>;
  account_id: number;
  user_id: number;
  /** As it was found. */
  data: string;
}

/** What the servers of one store know of each other, and of those who sign in. */
export interface ServerSchema {
  sign_in_peers: SignInPeersTable;
  server_keys: ServerKeysTable;
}

/** Attempts to sign in of one peer, within a window of time. */
interface SignInPeersTable {
  /** See peer-throttle.ts: where somebody signs in from is not kept as it is. */
  peer_hash: string;
  /** Milliseconds since the epoch. */
  window_start: number;
  attempts: number;
}

/** By which keys the servers of a shared store seal. */
interface ServerKeysTable {
  purpose: string;
  /** A hash of the key, from which it cannot be guessed. */
  fingerprint: string;
}
