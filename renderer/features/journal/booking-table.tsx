import { useTranslation } from 'react-i18next';
import type { BookedLine, Booking } from '../../../shared/booking.ts';
import { type Amount, toEuros } from '../../../shared/money.ts';
import { WideTable } from '../../components/page/wide-table.tsx';
import { useFormat } from '../../lib/language.ts';
import styles from './journal.module.css';

/** The lines of a booking, with both totals under a rule. */
export function BookingTable({ booking }: { readonly booking: Booking }) {
  const { t } = useTranslation();
  const { amount } = useFormat();
  return (
    <WideTable label={t('journal.booking')}>
      <table className={styles.booking} aria-label={t('journal.booking')}>
        <thead>
          <tr>
            <th scope="col">{t('journal.ledger')}</th>
            <th scope="col">{t('journal.description')}</th>
            <th scope="col">{t('journal.debit')}</th>
            <th scope="col">{t('journal.credit')}</th>
          </tr>
        </thead>
        <tbody>
          {booking.lines.map((line) => (
            <BookingLine key={line.key} line={line} />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {t('journal.total')}
            </th>
            <td>{amount(toEuros(booking.debit))}</td>
            <td>{amount(toEuros(booking.credit))}</td>
          </tr>
        </tfoot>
      </table>
    </WideTable>
  );
}

function BookingLine({ line: { ledger, description, debit, credit } }: { readonly line: BookedLine }) {
  const { t } = useTranslation();
  return (
    <tr>
      <td data-missing={ledger === null || undefined}>{ledger ?? t('journal.none')}</td>
      <th scope="row">{description}</th>
      <SideCell amount={debit} />
      <SideCell amount={credit} />
    </tr>
  );
}

/** Empty on the side that the line is not on. */
function SideCell({ amount }: { readonly amount: Amount }) {
  const format = useFormat();
  return <td>{amount === 0 ? null : format.amount(toEuros(amount))}</td>;
}
