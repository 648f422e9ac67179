import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { changeCompany } from '../../../shared/contract/window.ts';
import { useNotifyFailure } from '../../lib/failures.ts';
import { callApi } from '../../lib/host/api-client.ts';
import { notify } from '../../lib/notify.ts';
import { companyQuery } from '../../lib/queries/company.ts';
import type { LedgerSubject } from './ledger-sections.ts';

/** An account, or what the bookkeeping program calls a VAT rate. */
export type AskedFor = 'ledger' | 'vatCode';

interface LedgerChange {
  readonly subject: LedgerSubject;
  readonly asks: AskedFor;
  /** Empty: the account is removed. */
  readonly ledger: string;
}

/** Saves one ledger account and notifies the user of the outcome, also if its field is gone by then. */
export function useChangeLedger() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const notifyFailure = useNotifyFailure();
  return useMutation({
    mutationFn: ({ subject, ledger }: LedgerChange) =>
      callApi(changeCompany, { body: { accounts: { [subject.code]: ledger } } }),
    // One after the other: each answer holds all accounts, and the latest must win.
    scope: { id: 'company' },
    onSuccess: (company, { subject: { description: name }, asks, ledger }) => {
      client.setQueryData(companyQuery.queryKey, company);
      notify(ledger === '' ? t(`journal.removed.${asks}`, { name }) : t(`journal.saved.${asks}`, { name, ledger }));
    },
    onError: notifyFailure,
  });
}
