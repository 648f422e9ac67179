import type { CheckName } from '../../../../shared/contract/financial-report.ts';

/** What a check is about; both sides of VAT share their causes. */
export type CheckSubject =
  | 'turnover'
  | 'direct_total'
  | 'payments'
  | 'bridge'
  | 'groups'
  | 'group_shops'
  | 'shop_totals';

const SUBJECTS: Record<CheckName, CheckSubject> = {
  turnover_ex: 'turnover',
  turnover_wt: 'turnover',
  direct_total_ex: 'direct_total',
  direct_total_wt: 'direct_total',
  payments: 'payments',
  bridge_wt: 'bridge',
  groups_ex: 'groups',
  groups_wt: 'groups',
  group_shops_ex: 'group_shops',
  group_shops_wt: 'group_shops',
  shop_totals_ex: 'shop_totals',
  shop_totals_wt: 'shop_totals',
};

export function subjectOf(name: CheckName): CheckSubject {
  return SUBJECTS[name];
}
