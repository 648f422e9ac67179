import { UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { CalendarDate } from '../../../shared/calendar.ts';
import { calculateOpenBalance, formatBalanceNote, type InvoiceAge } from '../../../shared/invoice-ages.ts';
import { fromEuros } from '../../../shared/money.ts';
import { MIN_DATE } from '../../../shared/periods.ts';
import { useRounding } from '../../lib/host/session.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { financialReportQuery } from '../../lib/queries/reports.ts';
import styles from './invoices-page.module.css';
import { AGE_CHOICES, ageQuery, createSearch, type InvoiceFilters } from './queries.ts';

type AgeName = InvoiceAge['name'];

interface AgeBoxesProps {
  readonly day: CalendarDate;
  readonly of: InvoiceFilters;
  readonly chosen: AgeName | undefined;
  readonly onChoose: (age: AgeName | undefined) => void;
}

/** The open amounts by age, including VAT, with the number of invoices. Each box filters the list by its age. */
export function AgeBoxes({ chosen, onChoose, ...props }: AgeBoxesProps) {
  const { t } = useTranslation();
  const renderBox = (age: AgeName | undefined) => (
    <AgeBox
      key={age ?? 'all'}
      age={age}
      isChosen={age === chosen}
      // A second press removes the filter.
      onChoose={() => onChoose(age === chosen ? undefined : age)}
      {...props}
    />
  );
  return (
    <section
      className={styles.ages}
      data-chosen={chosen !== undefined || undefined}
      aria-label={t('figures.ages.title')}
    >
      {renderBox(undefined)}
      {AGE_CHOICES.map(({ name }) => renderBox(name))}
    </section>
  );
}

interface AgeBoxProps extends Pick<AgeBoxesProps, 'day' | 'of'> {
  readonly age: AgeName | undefined;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function AgeBox({ age, day, of, isChosen, onChoose }: AgeBoxProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const { data, isError } = useQuery(ageQuery(createSearch(day, of, age)));
  const unread = isError ? t('overview.periods.unread') : '…';
  return (
    <UnstyledButton
      className={styles.age ?? ''}
      data-all={age === undefined || undefined}
      aria-pressed={isChosen}
      onClick={onChoose}
    >
      <span className={styles.ageName}>{t(`figures.ages.${age ?? 'all'}`)}</span>
      <span className={styles.ageSum}>{data ? format.money(data.sums?.value_wt ?? null) : unread}</span>
      <span className={styles.ageName}>{data && t('figures.invoices', { count: data.total })}</span>
    </UnstyledButton>
  );
}

interface BalanceProps {
  readonly day: CalendarDate;
  readonly of: InvoiceFilters;
  readonly locationIds: number[] | null;
}

/** Compares the open balance of the report with the list of all invoices of that day. */
export function Balance({ day, of, locationIds }: BalanceProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const language = useLanguage();
  const rounding = useRounding();
  const { data: listed } = useQuery(ageQuery(createSearch(day, of, undefined)));
  const days = { from: MIN_DATE, to: day };
  const reading = useQuery(financialReportQuery({ ...days, shopIds: null, locationIds }));
  const { data: report, isPlaceholderData, isError } = reading;
  if (!report && isError) return t('figures.balanceUnread');
  if (!report || isPlaceholderData || !listed?.sums) return null;
  const tolerance = rounding * listed.total;
  const balance = {
    ...{ known: calculateOpenBalance(report), listed: fromEuros(listed.sums.value_wt) },
    ...{ tolerance, until: format.day(day) },
  };
  return formatBalanceNote(balance, format.money, language);
}
