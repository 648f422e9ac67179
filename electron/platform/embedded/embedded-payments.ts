import type { Kysely } from 'kysely';
import type { PaymentsOfDay, PaymentsOfMethod } from '../../../shared/contract/payments-report.ts';
import { compareFolded } from '../../../shared/fold-text.ts';
import { dateOfLocalDay } from '../../../shared/local-days.ts';
import { sumOf, toEuros } from '../../../shared/money.ts';
import type { Caller } from '../../base/caller.ts';
import { readPaymentProviders } from '../../store/catalog/reference-queries.ts';
import type { PaymentProvidersTable, StoreSchema } from '../../store/schema.ts';
import { type PaymentSumsOfDay, sumPaymentsByDay } from '../../store/totals/report-queries.ts';
import { inTransaction } from '../../store/transactions.ts';
import type { Reports } from '../platform.ts';
import { scopeOf } from './embedded-scope.ts';

/** Payments per day of purchase and method, and per method; internal providers under their own title. */
export function readEmbeddedPayments(
  store: Kysely<StoreSchema>,
  caller: Caller,
  query: Reports['payments']['query'],
): Promise<Reports['payments']['answer']> {
  return inTransaction(store, async (db) => {
    const sums = await sumPaymentsByDay(db, scopeOf(caller), query);
    const providers = (await readPaymentProviders(db, caller.accountId)).toSorted(byTitle);
    const days = [...Map.groupBy(sums, ({ day }) => day)].toSorted(([a], [b]) => a - b);
    return {
      rows: days.flatMap(([day, ofDay]) => toDayRows(day, methodsOf(ofDay, providers))),
      totals: methodsOf(sums, providers),
    };
  });
}

function byTitle(a: PaymentProvidersTable, b: PaymentProvidersTable): number {
  return compareFolded(a.title, b.title) || a.id - b.id;
}

function toDayRows(day: number, methods: readonly PaymentsOfMethod[]): PaymentsOfDay[] {
  return methods.map((method) => ({ date: dateOfLocalDay(day), ...method }));
}

/** The providers that were used, in the order given. */
function methodsOf(
  sums: readonly PaymentSumsOfDay[],
  providers: readonly PaymentProvidersTable[],
): PaymentsOfMethod[] {
  const byProvider = Map.groupBy(sums, ({ provider_id }) => provider_id);
  return providers.flatMap((provider) => {
    const used = byProvider.get(provider.id);
    return used ? [toMethod(provider, used)] : [];
  });
}

function toMethod(
  { id, title, type_alias }: PaymentProvidersTable,
  sums: readonly PaymentSumsOfDay[],
): PaymentsOfMethod {
  return {
    provider_method_type_id: id,
    title,
    type_alias,
    payments: sumOf(sums, ({ payments }) => payments),
    amount: toEuros(sumOf(sums, ({ amount }) => amount)),
  };
}
