import { createPaymentCode, createRevenueCode, createVatCode, type Ledgers } from '../../../shared/contract/ledgers.ts';
import { createLedgersRepository } from '../../store/accounts/ledgers-repository.ts';
import type { StoreDb, TaxRatesTable } from '../../store/schema.ts';
import { inWriteTransaction } from '../../store/transactions.ts';
import type { DemoProfile } from './demo-profile.ts';
import { createTaxRateRows, type ProviderType } from './reference-records.ts';

const GIFT_CARDS = '1650';

const PREPAYMENTS = '1670';

/** Gift cards and balances are booked on the ledger account on which they were sold. */
const PAYMENT_LEDGERS: Readonly<Record<ProviderType, string>> = {
  cash: '1000',
  pin: '1210',
  ideal: '1220',
  creditcard: '1230',
  klarna: '1240',
  bank_transfer: '1250',
  chipknip: '1260',
  returns: '1270',
  imported: '1280',
  dummy: '1290',
  gift_card: GIFT_CARDS,
  payment_balance: PREPAYMENTS,
};

const FIXED_LEDGERS: Ledgers = {
  receivables: '1300',
  gift_cards: GIFT_CARDS,
  tips: '1660',
  prepayments: PREPAYMENTS,
  differences: '4950',
  daybook: '90',
};

const DUTCH_RATE_LEDGERS: Readonly<Record<string, string>> = {
  nl_standard: '1500',
  nl_reduced: '1510',
  nl_zero: '1520',
  nl_exempt: '1520',
};

/** VAT of other member states, declared in one return. */
const FOREIGN_RATE_LEDGER = '1530';

/** Creates a ledger account for everything that a demo shop can book, with usual Dutch numbers. */
export function createDemoLedgers({ ids, groups }: Pick<DemoProfile, 'ids' | 'groups'>): Ledgers {
  const payments = Object.entries(PAYMENT_LEDGERS).map(([type, ledger]) => [createPaymentCode(type), ledger]);
  // The code of a group is its ledger account.
  const revenue = groups.map(({ code }) => [createRevenueCode(code), code]);
  const vat = createTaxRateRows(ids).map((rate) => [createVatCode(rate.id), getRateLedger(rate)]);
  return Object.fromEntries([...payments, ...revenue, ...vat, ...Object.entries(FIXED_LEDGERS)]);
}

function getRateLedger({ alias }: TaxRatesTable): string {
  return DUTCH_RATE_LEDGERS[alias] ?? FOREIGN_RATE_LEDGER;
}

/** Gives a demo account its ledger accounts once. Accounts that a user has chosen or removed stay that way. */
export function addLedgers(db: StoreDb, profile: DemoProfile): Promise<void> {
  const owner = { accountId: profile.ids.account };
  return inWriteTransaction(db, async (transaction) => {
    const repository = createLedgersRepository(transaction);
    await repository.lock(owner);
    if (await repository.isUntouched(owner)) await repository.change(owner, createDemoLedgers(profile));
  });
}
