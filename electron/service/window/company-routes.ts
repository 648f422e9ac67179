import type { FastifyInstance } from 'fastify';
import { type ReadDetail, readDetail } from '../../../shared/company-details.ts';
import {
  COMPANY_FIELDS,
  type Company,
  type CompanyChanges,
  type CompanyField,
} from '../../../shared/contract/company.ts';
import { isLedgerCode, type Ledgers, MAX_LEDGER_CODES } from '../../../shared/contract/ledgers.ts';
import { changeCompany, readCompany } from '../../../shared/contract/window.ts';
import { type Caller, managesAll } from '../../base/caller.ts';
import type { createCompanyRepository } from '../../store/accounts/company-repository.ts';
import type { createLedgersRepository } from '../../store/accounts/ledgers-repository.ts';
import { addEndpoint } from '../routes/add-endpoint.ts';
import { requireManagerOfAll } from '../security/request-guard.ts';
import { ApiError } from '../server/api-error.ts';

type DetailChanges = Partial<Record<CompanyField, string>>;

export interface CompanyRoutesDeps {
  readonly ledgers: Pick<ReturnType<typeof createLedgersRepository>, 'read' | 'change'>;
  readonly companies: Pick<ReturnType<typeof createCompanyRepository>, 'read' | 'change'>;
}

/** The ledger accounts and details of the signed-in user's company. */
export function addCompanyRoutes(app: FastifyInstance, { ledgers, companies }: CompanyRoutesDeps): void {
  async function readAll(caller: Caller): Promise<Company> {
    const [accounts, details] = await Promise.all([ledgers.read(caller), companies.read(caller)]);
    return { accounts, details, mayChange: managesAll(caller) };
  }

  addEndpoint(app, readCompany, ({ caller }) => readAll(caller));

  addEndpoint(app, changeCompany, async ({ caller, body: { accounts, details } }) => {
    requireManagerOfAll(caller);
    requireLedgerCodes(accounts ?? {});
    // Checked before anything is written: all of the changes are made, or none.
    const changed = readDetails(details ?? {});
    if (accounts && (await ledgers.change(caller, accounts)) === null) {
      throw new ApiError('bad_request', `There can be at most ${MAX_LEDGER_CODES} codes.`);
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
  return Object.fromEntries(given.map((field) => [field, requireValid(field, readDetail(field, typed[field] ?? ''))]));
}

function requireValid(field: CompanyField, read: ReadDetail): string {
  if (read.ok) return read.value;
  throw new ApiError('bad_request', `The ${field} of the company is not valid: ${read.problem}.`);
}
