import { useSearch } from '@tanstack/react-router';
import { textsOf } from '../../lib/address/search.ts';
import { PaymentRows } from './payment-rows.tsx';
import { readPaymentRows } from './read-rows-address.ts';
import { UnknownRows } from './unknown-rows.tsx';

/** The payments behind a figure, which the address names. */
export function PaymentRowsPage() {
  const rows = readPaymentRows(textsOf(useSearch({ strict: false })));
  return rows === null ? <UnknownRows /> : <PaymentRows address={rows} />;
}
