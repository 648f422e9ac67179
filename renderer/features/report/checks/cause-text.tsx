import { useTranslation } from 'react-i18next';
import type { ReportCheck } from '../../../../shared/contract/financial-report.ts';
import { useFormat } from '../../../lib/language.ts';
import type { Cause } from './cause.ts';
import { subjectOf } from './check-subject.ts';

interface CauseTextProps {
  readonly cause: Cause;
  readonly check: ReportCheck;
}

/** A cause in the words of staff; one that was found by its amount says so. */
export function CauseText({ cause, check }: CauseTextProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const amount = format.money(Math.abs(check.difference));
  switch (cause.kind) {
    case 'figure':
      return t(`report.cause.figure.${cause.figure}`, { amount });
    case 'smallRounding':
      return t('report.cause.smallRounding', { amount });
    case 'row': {
      const { row, fault, name } = cause;
      return t(`report.cause.row.${fault}`, { amount, row: t(`report.cause.kind.${row}`, { name }) });
    }
    case 'general':
      return t(`report.causes.${subjectOf(check.name)}.${cause.rank}`);
  }
}

/** The same cause twice is one: a key of its own for each. */
export function causeKey(cause: Cause): string {
  return Object.values(cause).join('-');
}
