import { dateAt } from '../../shared/calendar.ts';
import type { DatasetName, ExportRequest, Language } from '../../shared/contract/bridge.ts';
import type { Caller, Platform } from '../platform/platform.ts';
import { PlatformError } from '../platform/platform-error.ts';
import type { Clock } from '../session/clock.ts';
import { chooseColumns } from './choose-columns.ts';
import type { CellValue, Dataset, ExportColumn, ExportRow, ExportSource } from './dataset.ts';
import { discountOrders } from './datasets/discount-orders.ts';
import { financialReport } from './datasets/financial-report.ts';
import { priceList } from './datasets/price-list.ts';
import { ExportError } from './export-error.ts';
import { fileNameOf } from './file-name.ts';
import { writeAtomically } from './writers/atomic-file.ts';
import { writeCsv } from './writers/csv-writer.ts';

const DATASETS: Readonly<Record<DatasetName, Dataset>> = {
  'price-list': priceList,
  'discount-orders': discountOrders,
  'financial-report': financialReport,
};

/** Saves what the filters select as a file. Both calls throw `ExportError`. */
export interface Exporter {
  /** Such as `prijslijst_2026-11-21.csv`; also tells early that a request cannot be taken. */
  suggestFileName(request: ExportRequest, caller: Caller): Promise<string>;
  /** Writes the whole file or none. `rows` does not count the header. */
  run(request: ExportRequest, caller: Caller, targetPath: string): Promise<{ rows: number; bytes: number }>;
}

export function createExporter(deps: { readonly platform: Platform; readonly clock: Clock }): Exporter {
  function sourceFor({ language }: ExportRequest, caller: Caller): ExportSource {
    return { platform: deps.platform, caller, language, today: dateAt(deps.clock.now()) };
  }

  async function suggestFileName(request: ExportRequest, caller: Caller): Promise<string> {
    const dataset = DATASETS[request.dataset];
    chooseColumns(dataset, request.columns);
    const selection = await dataset.select(sourceFor(request, caller), request.filters);
    return fileNameOf(selection.nameParts, 'csv');
  }

  async function run(request: ExportRequest, caller: Caller, targetPath: string) {
    const dataset = DATASETS[request.dataset];
    const columns = chooseColumns(dataset, request.columns);
    const selection = await dataset.select(sourceFor(request, caller), request.filters);
    let rows = 0;
    const cells = cellsOf(selection.rows(), columns, () => {
      rows += 1;
    });
    const bytes = await writeAtomically(targetPath, writeCsv(headed(columns, request.language), cells));
    return { rows, bytes };
  }

  return {
    suggestFileName: (request, caller) => translated(suggestFileName(request, caller)),
    run: (request, caller, targetPath) => translated(run(request, caller, targetPath)),
  };
}

async function* cellsOf(
  rows: AsyncIterable<ExportRow>,
  columns: readonly ExportColumn[],
  onRow: () => void,
): AsyncGenerator<readonly CellValue[]> {
  for await (const row of rows) {
    onRow();
    yield columns.map(({ id }) => row[id] ?? null);
  }
}

function headed(columns: readonly ExportColumn[], language: Language) {
  return columns.map(({ heading, kind }) => ({ heading: heading[language], kind }));
}

async function translated<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof PlatformError)
      throw new ExportError('source_failed', error.message, { cause: error });
    throw error;
  }
}
