import { type Ledgers, paymentCode, revenueCode, vatCode } from '../../../shared/contract/ledgers.ts';
import { createLedgersRepository } from '../../store/accounts/ledgers-repository.ts';
import type { StoreDb, TaxRatesTable } from '../../store/schema.ts';
import { inWriteTransaction } from '../../store/transactions.ts';
import type { DemoProfile } from './demo-profile.ts';
import { type ProviderType, taxRateRows } from './reference-records.ts';

const GIFT_CARDS = '1650';

const PREPAYMENTS = '1670';

/** What customers pay with that the shop owes them is booked where it was booked when they got it. */
const OF_PAYMENTS: Readonly<Record<ProviderType, string>> = {
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

const OF_FIXED_KINDS: Ledgers = {
  receivables: '1300',
  gift_cards: GIFT_CARDS,
  tips: '1660',
  prepayments: PREPAYMENTS,
  differences: '4950',
  daybook: '90',
};

const OF_DUTCH_RATES: Readonly<Record<string, string>> = {
  nl_standard: '1500',
  nl_reduced: '1510',
  nl_zero: '1520',
  nl_exempt: '1520',
};

/** VAT that is due in other member states, declared in one return. */
const OF_FOREIGN_RATES = '1530';

/** A ledger account for everything that a demo shop can book, numbered as Dutch shops do. */
export function demoLedgers({ ids, groups }: Pick<DemoProfile, 'ids' | 'groups'>): Ledgers {
  const payments = Object.entries(OF_PAYMENTS).map(([type, ledger]) => [paymentCode(type), ledger]);
  // The code of a group is the ledger account that it is booked on.
  const revenue = groups.map(({ code }) => [revenueCode(code), code]);
  const vat = taxRateRows(ids).map((rate) => [vatCode(rate.id), ledgerOfRate(rate)]);
  return Object.fromEntries([...payments, ...revenue, ...vat, ...Object.entries(OF_FIXED_KINDS)]);
}

function ledgerOfRate({ alias }: TaxRatesTable): string {
  return OF_DUTCH_RATES[alias] ?? OF_FOREIGN_RATES;
}

/** Gives a demo account its ledger accounts, once: where somebody has chosen any, or taken all away, theirs stay. */
export function giveLedgers(db: StoreDb, profile: DemoProfile): Promise<void> {
  const owner = { accountId: profile.ids.account };
  return inWriteTransaction(db, async (transaction) => {
    const repository = createLedgersRepository(transaction);
    await repository.lock(owner);
    if (await repository.isUntouched(owner)) await repository.change(owner, demoLedgers(profile));
  });
}
