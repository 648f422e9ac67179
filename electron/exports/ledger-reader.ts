import type { Ledgers } from '../../shared/contract/ledgers.ts';
import type { Caller } from '../base/caller.ts';

/** The ledger accounts that the caller's company books on; empty where none were chosen. */
export type LedgerReader = (caller: Caller) => Promise<Ledgers>;
