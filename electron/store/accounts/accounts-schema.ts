import type { Generated } from 'kysely';

/** The tables of exports, ledgers, company details, preferences and of what the servers of one store share. */
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
  /** Null: made by the operator of the computer. */
  user_id: number | null;
  created_at: number;
  /** JSON, as `ExportManifest` has it. */
  manifest: string;
  /** Absolute path of the file. */
  path: string;
}

/** The exports that the program makes by itself. */
export interface ExportSchedulesTable {
  id: Generated<number>;
  account_id: number;
  /** Of the user who made it. */
  user_id: number;
  /** JSON, as `ScheduleForm` of the contract has it. */
  form: string;
  /** 1: paused because the user may not read the data any more. */
  is_refused: Generated<number>;
  /** Milliseconds since the epoch: what was due until then has a run. */
  planned_until: number;
}

/** What was due of a schedule. Times are milliseconds since the epoch. */
export interface ExportRunsTable {
  id: Generated<number>;
  schedule_id: number;
  due_at: number;
  /** First and last day; null for data without a period. */
  period_from: string | null;
  period_to: string | null;
  /** A `RunState` of the contract. */
  state: string;
  is_late: Generated<number>;
  attempts: Generated<number>;
  /** Null once it has ended. */
  next_at: number | null;
  first_failed_at: number | null;
  problem: string | null;
  message: string | null;
  /** JSON of the path and manifest of a file that is about to get its name; null without one. */
  prepared: string | null;
  /** In `exports`. */
  export_id: number | null;
  file_name: string | null;
  changed_from: string | null;
  ended_at: number | null;
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
