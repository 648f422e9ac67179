import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { localTimestamp } from '../../../shared/calendar.ts';
import type { ExportComparison } from '../../../shared/contract/exports.ts';
import { useFormat } from '../../lib/language.ts';
import styles from './comparison.module.css';

/** Unchanged or changed, and as of when. */
export function ComparisonVerdict({ comparison }: { readonly comparison: ExportComparison }) {
  const { t } = useTranslation();
  const { isUnchanged, asOf } = comparison;
  const moment = useFormat().moment(localTimestamp(Date.parse(asOf)));
  const Icon = isUnchanged ? IconCircleCheck : IconAlertTriangle;
  return (
    <p className={styles.verdict} data-changed={!isUnchanged || undefined}>
      <Icon size={16} aria-hidden />
      {t(isUnchanged ? 'exports.compare.unchanged' : 'exports.compare.changed', { moment })}
    </p>
  );
}
