import type { Generated } from 'kysely';

/** Tables for exports, ledgers, company details, preferences and data shared by several servers. */
export interface AccountsSchema {
  exports: ExportsTable;
  export_schedules: ExportSchedulesTable;
  export_runs: ExportRunsTable;
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
  /** `null` if the operator made it on the command line. */
  user_id: number | null;
  created_at: number;
  /** JSON of an `ExportManifest`. */
  manifest: string;
  /** Absolute path. */
  path: string;
}

export interface ExportSchedulesTable {
  id: Generated<number>;
  account_id: number;
  user_id: number;
  /** JSON of a `ScheduleForm`. */
  form: string;
  /** 1 if it is paused because the user may no longer read the data. */
  is_refused: Generated<number>;
  /** Runs due until this time exist. Milliseconds since the epoch. */
  planned_until: number;
}

/** Runs of a schedule. Times are milliseconds since the epoch. */
export interface ExportRunsTable {
  id: Generated<number>;
  schedule_id: number;
  due_at: number;
  /** First and last day. `null` if the data has no period. */
  period_from: string | null;
  period_to: string | null;
  /** A `RunState` of the contract. */
  state: string;
  is_late: Generated<number>;
  attempts: Generated<number>;
  /** `null` if the run has ended. */
  next_at: number | null;
  first_failed_at: number | null;
  problem: string | null;
  message: string | null;
  /** JSON of the path and manifest of a file that is about to be renamed. `null` if there is none. */
  prepared: string | null;
  /** Id in `exports`. */
  export_id: number | null;
  file_name: string | null;
  changed_from: string | null;
  ended_at: number | null;
}

/** Ledger accounts of the journal. See `shared/contract/ledgers.ts` for the codes. */
interface LedgerAccountsTable {
  account_id: number;
  code: string;
  /** Empty if the user removed it. */
  ledger: string;
}

interface CompanyDetailsTable {
  account_id: number;
  /** See `shared/contract/company.ts`. */
  field: string;
  /** Empty if there is none. */
  value: string;
}

interface PreferencesTable {
  account_id: number;
  user_id: number;
  /** JSON of `Preferences`. */
  data: string;
}

/** Copies of damaged preferences that a change replaced. The program never reads them. */
interface DamagedPreferencesTable {
  id: Generated<number>;
  account_id: number;
  user_id: number;
  data: string;
}

/** Sign-in attempts of a network peer in a time window. */
interface SignInPeersTable {
  /** A hash of the address; see `createPeerThrottle`. */
  peer_hash: string;
  /** Milliseconds since the epoch. */
  window_start: number;
  attempts: number;
}

/** Keys with which the servers of a shared store encrypt data. */
interface ServerKeysTable {
  purpose: string;
  /** A hash that does not reveal the key. */
  fingerprint: string;
}
