import { Button, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FinancialReport } from '../../../shared/contract/financial-report.ts';
import { type JournalLedgers, LEDGER_ACCOUNT_PATTERN } from '../../../shared/contract/ledgers.ts';
import { type BookedSubject, POSTING_LABELS } from '../../../shared/journal.ts';
import { useFormat, useLanguage } from '../../lib/language.ts';
import { paymentMethodsQuery, turnoverGroupsQuery } from '../../lib/queries/lookups.ts';
import styles from './journal.module.css';
import { fixedSubjects, type LedgerSubject, ledgerSections } from './ledger-sections.ts';
import { useChangeLedger } from './queries.ts';

interface LedgersSectionProps {
  readonly report: FinancialReport;
  readonly ledgers: JournalLedgers;
}

/** The ledger accounts of all that the period and the reference data know. */
export function LedgersSection({ report, ledgers }: LedgersSectionProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const words = POSTING_LABELS[useLanguage()];
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
          <Button variant="default" size="compact-sm" onClick={() => failed.forEach((query) => void query.refetch())}>
            {t('states.retry')}
          </Button>
        </p>
      )}
      <div className={styles.sections}>
        {sections.map(({ name, subjects }) => (
          <LedgersTable key={name} title={t(`journal.section.${name}`)} subjects={subjects} ledgers={ledgers} />
        ))}
        <LedgersTable title={t('journal.section.fixed')} subjects={fixed} ledgers={ledgers} />
      </div>
    </section>
  );
}

interface UnmappedSectionProps {
  readonly subjects: readonly BookedSubject[];
  readonly mayChange: boolean;
}

/** What has an amount and no account, to be filled in right here. */
export function UnmappedSection({ subjects, mayChange }: UnmappedSectionProps) {
  const { t } = useTranslation();
  const titleId = useId();
  return (
    <section className={styles.unmapped} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.title}>
        {t('journal.unmapped', { count: subjects.length })}
      </h2>
      <p className={styles.hint}>{mayChange ? t('journal.fillIn') : t('journal.readOnly')}</p>
      <table className={styles.ledgers} aria-labelledby={titleId}>
        <thead>
          <tr>
            <th scope="col">{t('journal.subject')}</th>
            <th scope="col">{t('journal.ledger')}</th>
          </tr>
        </thead>
        <tbody>
          {subjects.map(({ code, description }) => (
            <LedgerRow
              key={code}
              subject={{ code, name: description, description }}
              ledger={null}
              mayChange={mayChange}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface LedgersTableProps {
  readonly title: string;
  readonly subjects: readonly LedgerSubject[];
  readonly ledgers: JournalLedgers;
}

function LedgersTable({ title, subjects, ledgers: { accounts, mayChange } }: LedgersTableProps) {
  const { t } = useTranslation();
  if (subjects.length === 0) return null;
  return (
    <table className={styles.ledgers} aria-label={title}>
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">{t('journal.ledger')}</th>
        </tr>
      </thead>
      <tbody>
        {subjects.map((subject) => (
          <LedgerRow
            key={subject.code}
            subject={subject}
            ledger={accounts[subject.code] ?? null}
            mayChange={mayChange}
          />
        ))}
      </tbody>
    </table>
  );
}

interface LedgerRowProps {
  readonly subject: LedgerSubject;
  readonly ledger: string | null;
  readonly mayChange: boolean;
  /** Between the name and the account. */
  readonly children?: ReactNode;
}

/** What is booked and the account for it: a field, or a fact for who may not change it. */
function LedgerRow({ subject, ledger, mayChange, children }: LedgerRowProps) {
  return (
    <tr>
      <th scope="row">{subject.name}</th>
      {children}
      <td className={styles.account}>
        {mayChange ? <LedgerField subject={subject} ledger={ledger} /> : (ledger ?? '–')}
      </td>
    </tr>
  );
}

interface LedgerFieldProps {
  readonly subject: LedgerSubject;
  /** Null while there is none. */
  readonly ledger: string | null;
}

/** Why what stands in the field is not the account: it cannot be one, or it could not be kept. */
type Trouble = 'refused' | 'not-kept';

const ACCOUNT = new RegExp(LEDGER_ACCOUNT_PATTERN);

/** A ledger account that can be typed. It is kept from Enter, which goes on to the next field, or leaving the field. */
function LedgerField({ subject, ledger }: LedgerFieldProps) {
  const { t } = useTranslation();
  const { mutate, isPending } = useChangeLedger();
  const [draft, setDraft] = useState<string | null>(null);
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const typed = draft?.trim() ?? ledger ?? '';
  const isUnchanged = typed === (ledger ?? '');
  const isRefused = !isUnchanged && typed !== '' && !ACCOUNT.test(typed);

  function change(text: string | null) {
    setDraft(text);
    setTrouble(null);
  }

  function keep() {
    if (isPending) return;
    if (isRefused) return setTrouble('refused');
    if (isUnchanged) return change(null);
    mutate({ subject, ledger: typed }, { onSuccess: () => change(null), onError: () => setTrouble('not-kept') });
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Escape') change(null);
    if (event.key !== 'Enter') return;
    // Leaving the field keeps what is in it; where it is not to be left, or there is nowhere to go, Enter does.
    if (isRefused || !focusNextLedger(event.currentTarget)) keep();
  }

  function troubleWords() {
    if (trouble === 'refused') return <span role="alert">{t('journal.notAnAccount')}</span>;
    if (trouble === null) return null;
    return ledger === null ? t('journal.noneKept') : t('journal.notKept', { ledger });
  }

  return (
    <TextInput
      className={styles.field ?? ''}
      aria-label={t('journal.ledgerOf', { name: subject.name })}
      data-ledger
      size="xs"
      autoComplete="off"
      spellCheck={false}
      maxLength={20}
      placeholder={t('terms.none')}
      value={draft ?? ledger ?? ''}
      readOnly={isPending}
      error={troubleWords()}
      onChange={(event) => change(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={keep}
      onKeyDown={onKeyDown}
    />
  );
}

/** Goes on to the field below in the same table, or above from the last; false where it is the only one. */
function focusNextLedger(field: HTMLElement): boolean {
  const fields = [...(field.closest('table')?.querySelectorAll<HTMLElement>('[data-ledger]') ?? [])];
  const at = fields.indexOf(field);
  const next = fields[at + 1] ?? fields[at - 1];
  next?.focus();
  return next !== undefined;
}
