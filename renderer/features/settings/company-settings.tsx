import { TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type DetailProblem, readDetail } from '../../../shared/company-details.ts';
import {
  COMPANY_FIELDS,
  type CompanyDetails,
  type CompanyField,
  MAX_COMPANY_DETAIL_LENGTH,
} from '../../../shared/contract/company.ts';
import { changeCompany } from '../../../shared/contract/window.ts';
import { SkeletonRows } from '../../components/states/loading.tsx';
import { QueryFailure } from '../../components/states/query-states.tsx';
import { callApi } from '../../lib/host/api-client.ts';
import { companyQuery } from '../../lib/queries/company.ts';
import { SettingRow, SettingsSection } from './setting-row.tsx';
import styles from './settings.module.css';

/** The company details on receipts and copies of invoices. */
export function CompanySettings() {
  const { t } = useTranslation();
  const company = useQuery(companyQuery);
  return (
    <SettingsSection title={t('settings.company.title')} hint={t('settings.company.hint')}>
      {company.isPending && <SkeletonRows rows={COMPANY_FIELDS.length} />}
      {company.isError && <QueryFailure query={company} stillUsable={t('settings.company.stillUsable')} />}
      {company.data && (
        <>
          {!company.data.mayChange && <p className={styles.hint}>{t('settings.company.managersOnly')}</p>}
          <fieldset className={`${styles.ofManagers} ${styles.pairs}`} disabled={!company.data.mayChange}>
            {PAIRED_FIELDS.map((field) => (
              <DetailSetting key={field} field={field} details={company.data.details} />
            ))}
          </fieldset>
        </>
      )}
    </SettingsSection>
  );
}

/** The order of the fields in two columns, such as postcode beside city. */
const PAIRED_FIELDS = [
  ...(['name', 'street', 'postcode', 'city', 'phone', 'email', 'kvk', 'vat', 'website', 'iban'] as const),
] satisfies readonly CompanyField[];

const EXAMPLES: Partial<CompanyDetails> = {
  postcode: '1234 AB',
  kvk: '12345678',
  vat: 'NL000000000B01',
};

interface DetailSettingProps {
  readonly field: CompanyField;
  readonly details: CompanyDetails;
}

/** One detail. Enter or leaving the field saves it. */
function DetailSetting({ field, details }: DetailSettingProps) {
  const { t } = useTranslation();
  const change = useChangeDetail(field);
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<DetailProblem | null>(null);

  function type(text: string | null) {
    setDraft(text);
    setProblem(null);
    change.reset();
  }

  function commit() {
    if (draft === null || change.isPending) return;
    const read = readDetail(field, draft);
    if (!read.ok) return setProblem(read.problem);
    setDraft(null);
    if (read.value !== details[field]) change.mutate(read.value);
  }

  function onKeyDown({ key }: KeyboardEvent) {
    if (key === 'Enter') commit();
    if (key === 'Escape') type(null);
  }

  const saved = change.isPending ? change.variables : details[field];
  return (
    <SettingRow label={t(`settings.company.${field}`)} saving={change}>
      {(ids) => (
        <TextInput
          {...ids}
          w="100%"
          autoComplete="off"
          spellCheck={false}
          maxLength={MAX_COMPANY_DETAIL_LENGTH}
          placeholder={EXAMPLES[field] ?? ''}
          value={draft ?? saved}
          error={problem !== null && <span role="alert">{t(`settings.company.problem.${problem}`)}</span>}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onBlur={commit}
          onKeyDown={onKeyDown}
        />
      )}
    </SettingRow>
  );
}

function useChangeDetail(field: CompanyField) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (value: string) => callApi(changeCompany, { body: { details: { [field]: value } } }),
    // One after another, as each answer contains all details and the latest must win.
    scope: { id: 'company' },
    onSuccess: (company) => client.setQueryData(companyQuery.queryKey, company),
  });
}
