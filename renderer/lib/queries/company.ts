import { queryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { readCompany } from '../../../shared/contract/window.ts';
import { getCompanyName } from '../../../shared/shop-names.ts';
import { readApi } from '../host/api-client.ts';
import { useMe } from '../host/session.ts';
import { shopsQuery } from './shops.ts';

/** The ledger accounts of the company and its details on receipts. */
export const companyQuery = queryOptions({
  queryKey: ['company'],
  meta: { holdsNames: true },
  queryFn: () => readApi(readCompany),
});

/**
 * The company name on paper: from the settings, or the common part of the shop names, or the account. A demo is marked
 * as such.
 */
export function useCompanyName(): string {
  const { t } = useTranslation();
  const { account, is_demo } = useMe();
  const { data: shops } = useQuery(shopsQuery);
  const { data: company } = useQuery(companyQuery);
  const titles = (shops?.data ?? []).map(({ title }) => title);
  const name = company?.details.name || getCompanyName(titles, account);
  return is_demo ? `${name} · ${t('shell.demo')}` : name;
}
