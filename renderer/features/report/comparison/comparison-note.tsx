import { Button, Loader } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../lib/language.ts';
import { periodText } from '../../../lib/period-text.ts';
import { useStaffWords } from '../../../lib/staff-words.ts';
import { SideSwitch, useSide } from '../statement/side-switch.tsx';
import styles from './comparison-note.module.css';
import { type ComparedReport, comparedData } from './use-compared-report.ts';

/** Which days the report is held against, and whether their figures are here. */
export function ComparisonNote({ compared }: { readonly compared: ComparedReport }) {
  const { t } = useTranslation();
  const period = periodText(compared.period, useLanguage());
  const side = useSide();
  const { query } = compared;
  const isRead = comparedData(compared) !== null;
  if (query.isError && !isRead) return <ComparisonFailure compared={compared} period={period} />;
  return (
    <div className={styles.note}>
      <p role="status">
        {!isRead && <Loader size={14} aria-hidden />}
        {t(isRead ? `report.comparison.with.${side}` : 'report.comparison.reading', { period })}
      </p>
      {compared.isPartial && <p className={styles.more}>{t('report.comparison.partial')}</p>}
      <SideSwitch label={t('report.comparison.side')} />
    </div>
  );
}

interface ComparisonFailureProps {
  readonly compared: ComparedReport;
  readonly period: string;
}

/** The report itself stays as it is. */
function ComparisonFailure({ compared: { query }, period }: ComparisonFailureProps) {
  const { t } = useTranslation();
  const words = useStaffWords();
  return (
    <div className={styles.note} role="alert" data-fails>
      <p>
        <IconAlertTriangle size={14} aria-hidden />
        {t('report.comparison.failed', { period })} {words(query.error)}
      </p>
      <Button
        size="compact-sm"
        variant="default"
        loading={query.isFetching}
        onClick={() => void query.refetch()}
      >
        {t('states.retry')}
      </Button>
    </div>
  );
}
