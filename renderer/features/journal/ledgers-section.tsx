import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { FinancialReport } from '../../../shared/contract/financial-report.ts';
import type { JournalLedgers } from '../../../shared/contract/ledgers.ts';
import { POSTING_WORDS } from '../../../shared/posting-words.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { paymentMethodsQuery } from '../../lib/queries/list-payment-methods.ts';
import { turnoverGroupsQuery } from '../../lib/queries/list-turnover-groups.ts';
import styles from './journal.module.css';
import { fixedSubjects, ledgerSections } from './ledger-sections.ts';
import { LedgersTable } from './ledgers-table.tsx';

interface LedgersSectionProps {
  readonly report: FinancialReport;
  readonly ledgers: JournalLedgers;
}

/** The ledger accounts of all that the period and the reference data know. */
export function LedgersSection({ report, ledgers }: LedgersSectionProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const words = POSTING_WORDS[useLanguage()];
  const { percentage } = useFormat();
  const methods = useQuery(paymentMethodsQuery);
  const groups = useQuery(turnoverGroupsQuery);
  const failed = [methods, groups].filter(({ isError }) => isError);
  const sections = ledgerSections({
    report,
    methods: methods.data?.data ?? [],
    groups: groups.data?.data ?? [],
    words,
    percentage,
  });
  const fixed = fixedSubjects(words, (code) => t(`journal.fixed.${code}`));
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {t('journal.ledgers')}
      </h2>
      <p className={styles.hint}>{ledgers.mayChange ? t('journal.ledgersHint') : t('journal.readOnly')}</p>
      {failed.length > 0 && (
        <p className={styles.incomplete} role="alert">
          {t('journal.referenceFailed')}
          <Button
            variant="default"
            size="compact-sm"
            onClick={() => failed.forEach((query) => void query.refetch())}
          >
            {t('states.retry')}
          </Button>
        </p>
      )}
      <div className={styles.sections}>
        {sections.map(({ name, subjects }) => (
          <LedgersTable
            key={name}
            title={t(`journal.section.${name}`)}
            subjects={subjects}
            ledgers={ledgers}
          />
        ))}
        <LedgersTable title={t('journal.section.fixed')} subjects={fixed} ledgers={ledgers} />
      </div>
    </section>
  );
}
