import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LEDGER_ACCOUNT_PATTERN, type Ledgers } from '../../../shared/contract/ledgers.ts';
import { HOME_COUNTRY } from '../../../shared/contract/tax-rates.ts';
import { changeCompany } from '../../../shared/contract/window.ts';
import { type PlainColumn, PlainTable } from '../../components/data-table/plain-table.tsx';
import { EVERYWHERE } from '../../components/filters/chosen-shop.ts';
import { useChosenPeriod } from '../../components/period-picker/chosen-period.ts';
import { QueryContent } from '../../components/states/query-states.tsx';
import { createChoiceField, type PeriodChoice, periodField } from '../../lib/address/fields.ts';
import { usePageState } from '../../lib/address/navigation.ts';
import { useNotifyFailure } from '../../lib/failures.ts';
import { callApi } from '../../lib/host/api-client.ts';
import { useLanguage } from '../../lib/language.ts';
import { notify } from '../../lib/notify.ts';
import { companyQuery } from '../../lib/queries/company.ts';
import { paymentMethodsQuery, taxRatesQuery, turnoverGroupsQuery } from '../../lib/queries/lookups.ts';
import { financialReportQuery } from '../../lib/queries/reports.ts';
import { FIXED_SUBJECTS, type LedgerSubject, listLedgerSubjects } from './ledger-subjects.ts';
import { SettingsSection } from './setting-row.tsx';
import styles from './settings.module.css';

/** `section=ledgers` opens the page at this section. The period comes from the journal that links here. */
const FIELDS = { section: createChoiceField(['ledgers']), period: periodField };

/** The ledger account of everything that a journal books, and the VAT codes of the bookkeeping program. */
export function LedgerSettings() {
  const { t } = useTranslation();
  const [{ section, period }] = usePageState(FIELDS);
  const company = useQuery(companyQuery);
  const { subjects, isNamed, failed } = useLedgerSubjects(period);
  return (
    <SettingsSection
      title={t('settings.ledgers.title')}
      hint={t('settings.ledgers.hint')}
      isOpened={section === 'ledgers' && company.isSuccess && isNamed}
    >
      <QueryContent query={company} rows={8} stillUsable={t('settings.company.stillUsable')}>
        {({ accounts, mayChange }) => (
          <>
            {!mayChange && <p className={styles.hint}>{t('settings.company.managersOnly')}</p>}
            {failed.length > 0 && (
              <p className={styles.incomplete} role="alert">
                {t('settings.ledgers.incomplete')}
                <Button
                  variant="default"
                  size="compact-sm"
                  onClick={() => failed.forEach((query) => void query.refetch())}
                >
                  {t('states.retry')}
                </Button>
              </p>
            )}
            <fieldset className={`${styles.ofManagers} ${styles.ledgers}`} disabled={!mayChange}>
              {LEDGER_TABLES.map((name) => (
                <LedgerTable
                  key={name}
                  heading={t(`settings.ledgers.section.${name}`)}
                  subjects={subjects[name]}
                  accounts={accounts}
                />
              ))}
            </fieldset>
          </>
        )}
      </QueryContent>
    </SettingsSection>
  );
}

const LEDGER_TABLES = ['payments', 'revenue', 'vat', 'fixed'] as const;

/** The subjects named by the reference data and the report, whether the reference data is read, and failed queries. */
function useLedgerSubjects(chosen: PeriodChoice | undefined) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { period } = useChosenPeriod(chosen);
  const methods = useQuery(paymentMethodsQuery);
  const groups = useQuery(turnoverGroupsQuery);
  const rates = useQuery(taxRatesQuery(HOME_COUNTRY));
  const report = useQuery(financialReportQuery({ ...period, ...EVERYWHERE }));
  const named = listLedgerSubjects({
    methods: methods.data?.data ?? [],
    groups: groups.data?.data ?? [],
    rates: rates.data?.data ?? [],
    report: report.data,
    language,
  });
  const fixed = FIXED_SUBJECTS.map((code) => ({ code, name: t(`settings.ledgers.fixed.${code}`) }));
  const failed = [methods, groups, rates, report].filter(({ isError }) => isError);
  const isNamed = ![methods, groups, rates].some(({ isPending }) => isPending);
  return { subjects: { ...named, fixed }, isNamed, failed };
}

interface LedgerTableProps {
  readonly heading: string;
  readonly subjects: readonly LedgerSubject[];
  readonly accounts: Ledgers;
}

/** The subjects of bookings, each with a field for its account, and for VAT rates one for the code. */
function LedgerTable({ heading, subjects, accounts }: LedgerTableProps) {
  const { t } = useTranslation();
  if (subjects.length === 0) return null;
  const renderField = (asks: LedgerValue, name: string, code: string) => (
    <LedgerField name={name} asks={asks} code={code} ledger={accounts[code] ?? null} />
  );
  const vatCode: PlainColumn<LedgerSubject> = {
    id: 'vatCode',
    header: t('settings.ledgers.vatCode'),
    cell: ({ name, vatCode }) => vatCode && renderField('vatCode', name, vatCode),
  };
  return (
    <PlainTable
      label={heading}
      columns={[
        { id: 'subject', header: heading, isRowHeading: true, cell: ({ name }) => name },
        {
          ...{ id: 'ledger', header: t('journal.ledger') },
          cell: ({ name, code, isBooked }) => isBooked !== false && renderField('ledger', name, code),
        },
        ...(subjects.some(({ vatCode }) => vatCode) ? [vatCode] : []),
      ]}
      rows={subjects}
      getRowKey={({ code }) => code}
    />
  );
}

/** An account, or the code of a VAT rate in the bookkeeping program. */
type LedgerValue = 'ledger' | 'vatCode';

interface LedgerFieldProps {
  readonly name: string;
  readonly asks: LedgerValue;
  readonly code: string;
  /** `null` if there is none. */
  readonly ledger: string | null;
}

/** The text is not a valid account, or it could not be saved. */
type Problem = 'refused' | 'not-saved';

const ACCOUNT = new RegExp(LEDGER_ACCOUNT_PATTERN);

/** A field for a ledger account. Leaving the field saves it, and so does Enter, which moves to the next field. */
function LedgerField({ name, asks, code, ledger }: LedgerFieldProps) {
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
    mutate(
      { name, asks, code, ledger: typed },
      { onSuccess: () => change(null), onError: () => setProblem('not-saved') },
    );
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (event.key === 'Escape') change(null);
    if (event.key !== 'Enter') return;
    // Leaving the field saves its text. Enter saves if the focus stays: for an invalid text, or the only field.
    if (isRefused || !focusNextLedger(event.currentTarget)) save();
  }

  function formatProblem() {
    if (problem === 'refused') return <span role="alert">{t('settings.ledgers.notAnAccount')}</span>;
    return problem && t(ledger === null ? 'settings.ledgers.noneSaved' : 'settings.ledgers.notSaved', { ledger });
  }

  return (
    <TextInput
      w="100%"
      aria-label={t(`settings.ledgers.of.${asks}`, { name })}
      data-ledger={asks}
      size="xs"
      autoComplete="off"
      spellCheck={false}
      maxLength={20}
      placeholder={t('terms.none')}
      value={draft ?? ledger ?? ''}
      readOnly={isPending}
      error={formatProblem()}
      onChange={(event) => change(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={save}
      onKeyDown={onKeyDown}
    />
  );
}

/** Focuses the field below in the same column, or above it for the last one. Returns `false` if it is the only one. */
function focusNextLedger(field: HTMLElement): boolean {
  const column = `[data-ledger="${field.dataset.ledger}"]`;
  const fields = [...(field.closest('table')?.querySelectorAll<HTMLElement>(column) ?? [])];
  const at = fields.indexOf(field);
  const next = fields[at + 1] ?? fields[at - 1];
  next?.focus();
  return next !== undefined;
}

interface LedgerChange extends Pick<LedgerFieldProps, 'name' | 'asks' | 'code'> {
  /** Empty to remove the account. */
  readonly ledger: string;
}

/** Saves one ledger account and notifies the user of the outcome, even if its field is gone by then. */
function useChangeLedger() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const notifyFailure = useNotifyFailure();
  return useMutation({
    mutationFn: ({ code, ledger }: LedgerChange) => callApi(changeCompany, { body: { accounts: { [code]: ledger } } }),
    // One after another, as each answer contains all accounts and the latest must win.
    scope: { id: 'company' },
    onSuccess: (company, { name, asks, ledger }) => {
      client.setQueryData(companyQuery.queryKey, company);
      notify(t(`settings.ledgers.${ledger === '' ? 'removed' : 'saved'}.${asks}`, { name, ledger }));
    },
    onError: notifyFailure,
  });
}
