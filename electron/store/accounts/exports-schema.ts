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
