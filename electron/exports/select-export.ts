import { dateAt } from '../../shared/calendar.ts';
import type { ExportRequest } from '../../shared/contract/exports.ts';
import type { DatasetColumn } from '../../shared/datasets/column.ts';
import type { Caller } from '../base/caller.ts';
import type { Clock } from '../base/clock.ts';
import type { AnswerAge } from '../platform/answer-age.ts';
import { chooseColumns } from './choose-columns.ts';
import type { Dataset, Selection } from './dataset.ts';
import { SOURCES } from './datasets/registry.ts';
import { datedPlatform } from './dated-platform.ts';
import type { ExportPlatform } from './export-platform.ts';
import type { LedgerReader } from './ledger-reader.ts';

/** What exports are made from. */
export interface ExportGround {
  readonly platform: ExportPlatform;
  readonly ledgers: LedgerReader;
  readonly clock: Clock;
}

export interface SelectedExport {
  readonly dataset: Dataset;
  readonly columns: readonly DatasetColumn[];
  readonly selection: Selection;
  /** Of the oldest answer so far; null where the platform gave them all as they were asked for. */
  age(): AnswerAge | null;
}

/** What a copy of the catalog holds. Any other export fails while the platform is away. */
const OF_CATALOG: ReadonlySet<ExportRequest['dataset']> = new Set(['price-list', 'price-tiers', 'catalog']);

/** What a request asks for, not read yet. Throws `ExportError` `invalid_request` where it cannot be taken. */
export async function selectExport(
  { platform, ledgers, clock }: ExportGround,
  { dataset: name, columns, filters, language }: ExportRequest,
  caller: Caller,
): Promise<SelectedExport> {
  const dataset = SOURCES[name];
  const chosen = chooseColumns(dataset.declaration, columns);
  const dated = datedPlatform(platform);
  const answering = OF_CATALOG.has(name) ? dated.platform : platform;
  const source = { platform: answering, ledgers, caller, language, today: dateAt(clock.now()) };
  const selection = await dataset.select(source, filters);
  return { dataset, columns: chosen, selection, age: dated.age };
}
