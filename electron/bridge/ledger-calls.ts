import { isLedgerCode } from '../../shared/contract/ledger-code.ts';
import { LEDGER_CODES_MAX, type Ledgers } from '../../shared/contract/ledgers.ts';
import type { Caller } from '../base/caller.ts';
import type { LedgerReader } from '../exports/ledger-reader.ts';
import type { BridgeCalls } from './bridge-calls.ts';
import { BridgeError } from './bridge-error.ts';
import { isManager } from './bridge-rights.ts';
import { type SignedInCallerDeps, signedInCaller } from './signed-in-caller.ts';

/** Where the ledger accounts of every account are kept. */
export interface LedgerBook {
  readonly read: LedgerReader;
  /** An empty text takes an account away. Null, and nothing is changed, where there would be too many codes. */
  change(caller: Caller, changes: Ledgers): Promise<Ledgers | null>;
}

export interface LedgerCallsDeps extends SignedInCallerDeps {
  readonly ledgers: LedgerBook;
}

type LedgerCalls = Pick<BridgeCalls, 'readLedgers' | 'changeLedgers'>;

/** The ledger accounts of the company of whoever is signed in. */
export function ledgerCalls({ ledgers, ...deps }: LedgerCallsDeps): LedgerCalls {
  return {
    async readLedgers() {
      const caller = await signedInCaller(deps);
      return { accounts: await ledgers.read(caller), mayChange: isManager(caller) };
    },

    async changeLedgers({ accounts }) {
      const caller = await signedInCaller(deps);
      const unknown = Object.keys(accounts).find((code) => !isLedgerCode(code));
      if (unknown !== undefined) throw new BridgeError('invalid', `There is no ledger code ${unknown}.`);
      const changed = await ledgers.change(caller, accounts);
      if (!changed) throw new BridgeError('invalid', `There can be at most ${LEDGER_CODES_MAX} codes.`);
      return { accounts: changed, mayChange: true };
    },
  };
}
