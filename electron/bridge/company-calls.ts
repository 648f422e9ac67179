import { type ReadDetail, readDetail } from '../../shared/company-details.ts';
import {
  COMPANY_FIELDS,
  type Company,
  type CompanyChanges,
  type CompanyDetails,
  type CompanyField,
} from '../../shared/contract/company.ts';
import { isLedgerCode, LEDGER_CODES_MAX, type Ledgers } from '../../shared/contract/ledgers.ts';
import type { Caller } from '../base/caller.ts';
import type { LedgerReader } from '../exports/dataset.ts';
import { BridgeError } from './bridge-errors.ts';
import { type BridgeCalls, isManager } from './call-rights.ts';
import { type SignedInCallerDeps, signedInCaller } from './signed-in-caller.ts';

/** Stores the ledger accounts of every account. */
export interface LedgerBook {
  readonly read: LedgerReader;
  /** An empty text takes an account away. Null, and nothing is changed, where there would be too many codes. */
  change(caller: Caller, changes: Ledgers): Promise<Ledgers | null>;
}

type DetailChanges = Partial<Record<CompanyField, string>>;

/** Stores what every account says of itself on receipts and invoices. */
export interface CompanyStore {
  read(caller: Caller): Promise<CompanyDetails>;
  change(caller: Caller, changes: DetailChanges): Promise<CompanyDetails>;
}

export interface CompanyCallsDeps extends SignedInCallerDeps {
  readonly ledgers: LedgerBook;
  readonly companies: CompanyStore;
}

/** What the company of the signed-in user has here. */
export function companyCalls({ ledgers, companies, ...deps }: CompanyCallsDeps) {
  async function companyOf(caller: Caller): Promise<Company> {
    const [accounts, details] = await Promise.all([ledgers.read(caller), companies.read(caller)]);
    return { accounts, details, mayChange: isManager(caller) };
  }

  return {
    readCompany: async () => companyOf(await signedInCaller(deps)),

    async changeCompany({ accounts, details }) {
      const caller = await signedInCaller(deps);
      expectLedgerCodes(accounts ?? {});
      // Read before anything is written: all of the changes, or none.
      const changed = detailsIn(details ?? {});
      if (accounts && (await ledgers.change(caller, accounts)) === null) {
        throw new BridgeError('invalid', `There can be at most ${LEDGER_CODES_MAX} codes.`);
      }
      await companies.change(caller, changed);
      return companyOf(caller);
    },
  } satisfies Partial<BridgeCalls>;
}

function expectLedgerCodes(accounts: Ledgers): void {
  const unknown = Object.keys(accounts).find((code) => !isLedgerCode(code));
  if (unknown !== undefined) throw new BridgeError('invalid', `There is no ledger code ${unknown}.`);
}

function detailsIn(typed: NonNullable<CompanyChanges['details']>): DetailChanges {
  const given = COMPANY_FIELDS.filter((field) => typed[field] !== undefined);
  return Object.fromEntries(given.map((field) => [field, checkedValue(field, readDetail(field, typed[field] ?? ''))]));
}

function checkedValue(field: CompanyField, read: ReadDetail): string {
  if (read.ok) return read.value;
  throw new BridgeError('invalid', `The ${field} of the company is not valid: ${read.problem}.`);
}
