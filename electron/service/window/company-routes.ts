import type { FastifyInstance } from 'fastify';
import { type ReadDetail, readDetail } from '../../../shared/company-details.ts';
import {
  COMPANY_FIELDS,
  type Company,
  type CompanyChanges,
  type CompanyDetails,
  type CompanyField,
} from '../../../shared/contract/company.ts';
import { isLedgerCode, LEDGER_CODES_MAX, type Ledgers } from '../../../shared/contract/ledgers.ts';
import { changeCompany, readCompany } from '../../../shared/contract/window.ts';
import { type Caller, managesAll } from '../../base/caller.ts';
import { addEndpoint } from '../routes/add-endpoint.ts';
import { requireManagerOfAll } from '../security/request-guard.ts';
import { ApiError } from '../server/api-error.ts';

/** Stores the ledger accounts of every account. */
export interface LedgerBook {
  read(caller: Caller): Promise<Ledgers>;
  /** An empty text takes an account away. Null, and nothing is changed, where there would be too many codes. */
  change(caller: Caller, changes: Ledgers): Promise<Ledgers | null>;
}

type DetailChanges = Partial<Record<CompanyField, string>>;

/** Stores what every account says of itself on receipts and invoices. */
export interface CompanyStore {
  read(caller: Caller): Promise<CompanyDetails>;
  change(caller: Caller, changes: DetailChanges): Promise<CompanyDetails>;
}

export interface CompanyRoutesDeps {
  readonly ledgers: LedgerBook;
  readonly companies: CompanyStore;
}

/** What the company of the signed-in user has here. */
export function addCompanyRoutes(app: FastifyInstance, { ledgers, companies }: CompanyRoutesDeps): void {
  async function readAll(caller: Caller): Promise<Company> {
    const [accounts, details] = await Promise.all([ledgers.read(caller), companies.read(caller)]);
    return { accounts, details, mayChange: managesAll(caller) };
  }

  addEndpoint(app, readCompany, ({ caller }) => readAll(caller));

  addEndpoint(app, changeCompany, async ({ caller, body: { accounts, details } }) => {
    requireManagerOfAll(caller);
    requireLedgerCodes(accounts ?? {});
    // Read before anything is written: all of the changes, or none.
    const changed = readDetails(details ?? {});
    if (accounts && (await ledgers.change(caller, accounts)) === null) {
      throw new ApiError('bad_request', `There can be at most ${LEDGER_CODES_MAX} codes.`);
    }
    await companies.change(caller, changed);
    return readAll(caller);
  });
}

function requireLedgerCodes(accounts: Ledgers): void {
  const unknown = Object.keys(accounts).find((code) => !isLedgerCode(code));
  if (unknown !== undefined) throw new ApiError('bad_request', `There is no ledger code ${unknown}.`);
}

function readDetails(typed: NonNullable<CompanyChanges['details']>): DetailChanges {
  const given = COMPANY_FIELDS.filter((field) => typed[field] !== undefined);
  return Object.fromEntries(given.map((field) => [field, checkedValue(field, readDetail(field, typed[field] ?? ''))]));
}

function checkedValue(field: CompanyField, read: ReadDetail): string {
  if (read.ok) return read.value;
  throw new ApiError('bad_request', `The ${field} of the company is not valid: ${read.problem}.`);
}
