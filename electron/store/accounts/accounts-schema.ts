import type { Generated } from 'kysely';

/** The tables of exports, ledgers, company details, preferences and of what the servers of one store share. */
export interface AccountsSchema {
  exports: ExportsTable;
  ledger_accounts: LedgerAccountsTable;
  company_details: CompanyDetailsTable;
  preferences: PreferencesTable;
  damaged_preferences: DamagedPreferencesTable;
  sign_in_peers: SignInPeersTable;
  server_keys: ServerKeysTable;
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
}

/** What the journal books on; see `shared/contract/ledgers.ts` for the codes. */
interface LedgerAccountsTable {
  account_id: number;
  code: string;
  /** Empty: taken away. */
  ledger: string;
}

interface CompanyDetailsTable {
  account_id: number;
  /** See `shared/contract/company.ts`. */
  field: string;
  /** Empty: none. */
  value: string;
}

interface PreferencesTable {
  account_id: number;
  user_id: number;
  /** JSON, as `Preferences` of the contract has it. */
  data: string;
}

/** Damaged preferences that a change would have overwritten; the program never reads them. */
interface DamagedPreferencesTable {
  id: Generated<number>;
  account_id: number;
  user_id: number;
  /** As it was found. */
  data: string;
}

/** Attempts to sign in of one peer, within a window of time. */
interface SignInPeersTable {
  /** A hash of the address; see `createPeerThrottle`. */
  peer_hash: string;
  /** Milliseconds since the epoch. */
  window_start: number;
  attempts: number;
}

/** The keys with which the servers of a shared store seal. */
interface ServerKeysTable {
  purpose: string;
  /** A hash of the key, from which it cannot be guessed. */
  fingerprint: string;
}
