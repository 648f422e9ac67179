import type { DatasetName, ExportRequest } from '../../../shared/contract/exports.ts';
import type { DatasetDeclaration } from '../../../shared/datasets/dataset-declaration.ts';
import type { Period } from '../../../shared/periods.ts';

/** Which days a dataset is of: any range, one day, or as things are now. */
type DaysOfDataset = 'range' | 'day' | 'now';

/** What can be exported from here, in the order shown. The journal has a page of its own. */
export const OFFERED_DATASETS = [
  'price-list',
  'price-tiers',
  'catalog',
  'orders',
  'discount-orders',
  'customers',
  'financial-report',
  'turnover-by-group',
  'payments',
  'product-sales',
  'day-closing',
] as const satisfies readonly DatasetName[];
export type OfferedDataset = (typeof OFFERED_DATASETS)[number];

export const DAYS_OF_DATASET: Readonly<Record<OfferedDataset, DaysOfDataset>> = {
  'price-list': 'now',
  'price-tiers': 'now',
  catalog: 'now',
  orders: 'range',
  'discount-orders': 'range',
  customers: 'now',
  'financial-report': 'range',
  'turnover-by-group': 'range',
  payments: 'range',
  'product-sales': 'range',
  'day-closing': 'day',
};

/** The filters that select these days; of one day, the last of them. */
export function filtersOf(dataset: OfferedDataset, { from, to }: Period): ExportRequest['filters'] {
  switch (DAYS_OF_DATASET[dataset]) {
    case 'range':
      return { from, to };
    case 'day':
      return { date: to };
    case 'now':
      return {};
  }
}

export function hasPersonalColumns({ columns }: DatasetDeclaration): boolean {
  return columns.some(({ isPersonal }) => isPersonal);
}

/** The columns that a file has by itself, with those that say something about persons. */
export function columnsWithPersonal({ columns }: DatasetDeclaration): string[] {
  return columns.filter(({ isShown, isPersonal }) => isShown || isPersonal).map(({ id }) => id);
}
