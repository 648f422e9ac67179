import { IconAlertTriangleFilled, IconCheck } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Booking } from '../../../shared/booking.ts';
import { checkVerdicts, needsAttention } from '../../../shared/check-verdicts.ts';
import type { FinancialReport } from '../../../shared/contract/financial-report.ts';
import { toEuros } from '../../../shared/money.ts';
import { useFormat } from '../../lib/language.ts';
import styles from './journal.module.css';

interface BookingVerdictProps {
  readonly booking: Booking;
  readonly report: FinancialReport;
}

/** Whether both sides are equal, and which checks of the report need attention. */
export function BookingVerdict({ booking: { debit, residual, unmapped }, report }: BookingVerdictProps) {
  const { t } = useTranslation();
  const { money } = useFormat();
  const verdict = useFocusAfterLast(unmapped.length);
  const doubtful = checkVerdicts(report).filter(needsAttention);
  const names = doubtful.map(({ check }) => t(`report.checks.short.${check.name}`)).join(', ');
  return (
    <div ref={verdict} className={styles.verdict} role="status" tabIndex={-1}>
      {residual === 0 ? (
        <Line holds>{t('journal.balanced', { amount: money(toEuros(debit)) })}</Line>
      ) : (
        <Line holds={false}>{t('journal.unbalanced', { amount: money(toEuros(residual)) })}</Line>
      )}
      {doubtful.length > 0 && (
        <Line holds={false}>{t('journal.doubtfulChecks', { count: doubtful.length, names })}</Line>
      )}
    </div>
  );
}

/** The field of the last account that was missing is gone once it is filled in; its focus comes here. */
function useFocusAfterLast(missing: number) {
  const verdict = useRef<HTMLDivElement>(null);
  const missedBefore = useRef(missing);
  useEffect(() => {
    const isFocusLost = document.activeElement === document.body;
    if (missedBefore.current > 0 && missing === 0 && isFocusLost) verdict.current?.focus();
    missedBefore.current = missing;
  }, [missing]);
  return verdict;
}

function Line({ holds, children }: { readonly holds: boolean; readonly children: ReactNode }) {
  return (
    <p data-fails={!holds || undefined}>
      {holds ? (
        <IconCheck size={15} stroke={2.2} aria-hidden />
      ) : (
        <IconAlertTriangleFilled size={15} aria-hidden />
      )}
      {children}
    </p>
  );
}
