import { dateAt } from '../../shared/calendar.ts';
import type { DatasetName, ExportRequest } from '../../shared/contract/bridge.ts';
import type { Caller, Platform } from '../platform/platform.ts';
import type { Clock } from '../session/clock.ts';
import { chooseColumns } from './choose-columns.ts';
import type { Dataset, ExportColumn, Selection } from './dataset.ts';
import { discountOrders } from './datasets/discount-orders.ts';
import { financialReport } from './datasets/financial-report.ts';
import { priceList } from './datasets/price-list.ts';

const DATASETS: Readonly<Record<DatasetName, Dataset>> = {
  'price-list': priceList,
  'discount-orders': discountOrders,
  'financial-report': financialReport,
};

/** What exports are made from. */
export interface ExportGround {
  readonly platform: Platform;
  readonly clock: Clock;
}

/** What a request asks for, not read yet. Throws `ExportError` `invalid_request` where it cannot be taken. */
export async function selectExport(
  { platform, clock }: ExportGround,
  { dataset: name, columns, filters, language }: ExportRequest,
  caller: Caller,
): Promise<{ columns: readonly ExportColumn[]; selection: Selection }> {
  const dataset = DATASETS[name];
  const chosen = chooseColumns(dataset, columns);
  const source = { platform, caller, language, today: dateAt(clock.now()) };
  return { columns: chosen, selection: await dataset.select(source, filters) };
}
