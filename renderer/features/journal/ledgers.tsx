import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Company } from '../../../shared/contract/company.ts';
import type { FinancialReport } from '../../../shared/contract/financial-report.ts';
import { LEDGER_ACCOUNT_PATTERN } from '../../../shared/contract/ledgers.ts';
import { type BookedSubject, POSTING_LABELS } from '../../../shared/journal.ts';
import { PlainTable } from '../../components/data-table/plain-table.tsx';
import textStyles from '../../components/text.module.css';
import { useLanguage } from '../../lib/language.ts';
import { paymentMethodsQuery, turnoverGroupsQuery } from '../../lib/queries/lookups.ts';
import styles from './journal.module.css';
import { fixedSubjects, type LedgerSubject, ledgerSections } from './ledger-sections.ts';
import { type AskedFor, useChangeLedger } from './queries.ts';

interface LedgersSectionProps {
  readonly report: FinancialReport;
  readonly ledgers: Company;
}

/** The ledger accounts of everything that the report and the reference data name. */
export function LedgersSection({ report, ledgers }: LedgersSectionProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const language = useLanguage();
  const labels = POSTING_LABELS[language];
  const methods = useQuery(paymentMethodsQuery);
  const groups = useQuery(turnoverGroupsQuery);
  const failed = [methods, groups].filter(({ isError }) => isError);
  const sections = ledgerSections({
    report,
    methods: methods.data?.data ?? [],
    groups: groups.data?.data ?? [],
    labels,
    language,
  });
  const fixed = fixedSubjects(report, labels, (code) => t(`journal.fixed.${code}`));
  return (
    <section className={styles.accounts} aria-labelledby={titleId}>
      <details>
        <summary>
          <h2 id={titleId} className={textStyles.sectionTitle}>
            {t('journal.ledgers')}
          </h2>
        </summary>
        <p className={styles.hint}>{ledgers.mayChange ? t('journal.ledgersHint') : t('journal.readOnly')}</p>
        {failed.length > 0 && (
          <p className={styles.incomplete} role="alert">
            {t('journal.referenceFailed')}
            <Button variant="default" size="compact-sm" onClick={() => failed.forEach((query) => void query.refetch())}>
              {t('states.retry')}
            </Button>
          </p>
        )}
        <div className={styles.sections}>
          {sections.map(({ name, subjects }) => (
            <LedgersTable
              key={name}
              heading={t(`journal.section.${name}`)}
              asks={name === 'vatCodes' ? 'vatCode' : 'ledger'}
              subjects={subjects}
              ledgers={ledgers}
            />
          ))}
          <LedgersTable heading={t('journal.section.fixed')} subjects={fixed} ledgers={ledgers} />
        </div>
      </details>
    </section>
  );
}

interface UnmappedSectionProps {
  readonly subjects: readonly BookedSubject[];
  readonly mayChange: boolean;
}

/** Subjects with an amount but without an account, with a field for each. */
export function UnmappedSection({ subjects, mayChange }: UnmappedSectionProps) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <section className={styles.unmapped} aria-labelledby={titleId}>
      <h2 id={titleId} className={textStyles.sectionTitle}>
        {t('journal.unmapped', { count: subjects.length })}
      </h2>
      <p className={styles.hint}>{mayChange ? t('journal.fillIn') : t('journal.readOnly')}</p>
      <LedgersTable
        labelledBy={titleId}
        heading={t('journal.subject')}
        subjects={subjects.map(({ code, description }) => ({ code, name: description, description }))}
        ledgers={{ accounts: {}, mayChange }}
      />
    </section>
  );
}

interface LedgersTableProps {
  readonly heading: string;
  /** The id of what names the table; the heading by default. */
  readonly labelledBy?: string;
  /** What is set for each; an account by default. */
  readonly asks?: AskedFor;
  readonly subjects: readonly LedgerSubject[];
  readonly ledgers: Pick<Company, 'accounts' | 'mayChange'>;
}

/** What is booked and the account for it: a field, or text for users who may not change it. */
function LedgersTable({
  heading,
  labelledBy,
  asks = 'ledger',
  subjects,
  ledgers: { accounts, mayChange },
}: LedgersTableProps) {
  const { t } = useTranslation();
  if (subjects.length === 0) return null;
  return (
    <PlainTable
      label={labelledBy === undefined ? heading : undefined}
      labelledBy={labelledBy}
      className={styles.ledgers}
      columns={[
        { id: 'subject', header: heading, isRowHeading: true, cell: ({ name }) => name },
        {
          id: 'account',
          header: t(`journal.${asks}`),
          cell: (subject) => {
            const ledger = accounts[subject.code] ?? null;
            return mayChange ? <LedgerField subject={subject} asks={asks} ledger={ledger} /> : (ledger ?? '–');
          },
        },
      ]}
      rows={subjects}
      rowKey={({ code }) => code}
    />
  );
}

interface LedgerFieldProps {
  readonly subject: LedgerSubject;
  readonly asks: AskedFor;
  /** Null while there is none. */
  readonly ledger: string | null;
}

/** The text of the field cannot be an account, or could not be saved. */
type Problem = 'refused' | 'not-saved';

const ACCOUNT = new RegExp(LEDGER_ACCOUNT_PATTERN);

/** A ledger account that can be typed. It is saved by leaving the field or with Enter, which goes to the next field. */
function LedgerField({ subject, asks, ledger }: LedgerFieldProps) {
  const { t } = useTranslation();
  const { mutate, isPending } = useChangeLedger();
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const typed = draft?.trim() ?? ledger ?? '';
  const isUnchanged = typed === (ledger ?? '');
  const isRefused = !isUnchanged && typed !== '' && !ACCOUNT.test(typed);

  function change(text: string | null) {
    setDraft(text);
    setProblem(null);
  }

  function save() {
    if (isPending) return;
    if (isRefused) return setProblem('refused');
    if (isUnchanged) return change(null);
    mutate({ subject, asks, ledger: typed }, { onSuccess: () => change(null), onError: () => setProblem('not-saved') });
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Escape') change(null);
    if (event.key !== 'Enter') return;
    // Leaving the field saves its text. Enter saves where the field is not left: for a refused text, or the only field.
    if (isRefused || !focusNextLedger(event.currentTarget)) save();
  }

  function problemText() {
    if (problem === 'refused') return <span role="alert">{t('journal.notAnAccount')}</span>;
    if (problem === null) return null;
    return ledger === null ? t(`journal.noneSaved.${asks}`) : t('journal.notSaved', { ledger });
  }

  return (
    <TextInput
      w="100%"
      aria-label={t(`journal.of.${asks}`, { name: subject.name })}
      data-ledger
      size="xs"
      autoComplete="off"
      spellCheck={false}
      maxLength={20}
      placeholder={t('terms.none')}
      value={draft ?? ledger ?? ''}
      readOnly={isPending}
      error={problemText()}
      onChange={(event) => change(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={save}
      onKeyDown={onKeyDown}
    />
  );
}

/** Focuses the field below in the same table, or above from the last; false where it is the only one. */
function focusNextLedger(field: HTMLElement): boolean {
  const fields = [...(field.closest('table')?.querySelectorAll<HTMLElement>('[data-ledger]') ?? [])];
  const at = fields.indexOf(field);
  const next = fields[at + 1] ?? fields[at - 1];
  next?.focus();
  return next !== undefined;
}
