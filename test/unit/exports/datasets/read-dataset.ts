import type {
  ExportRow,
  ExportSource,
  FurtherTotals,
  PaperTable,
  Selection,
  TextFilters,
} from '../../../../electron/exports/dataset.ts';
import { SOURCES } from '../../../../electron/exports/datasets/registry.ts';
import type { Platform } from '../../../../electron/platform/platform.ts';
import type { DatasetName } from '../../../../shared/contract/exports.ts';
import { exportPlatform } from '../export-platform.ts';

export const OCTOBER = { from: '2026-10-01', to: '2026-10-31' } as const;

interface Asked {
  readonly isForPrograms?: boolean;
  readonly filters?: TextFilters;
  readonly caller: ExportSource['caller'];
  readonly language?: ExportSource['language'];
}

/** Selects with these filters on 21 November 2026, by default in Dutch. */
export function selectFrom(
  platform: ExportSource['platform'],
  name: DatasetName,
  { filters = {}, caller, language = 'nl', isForPrograms = false }: Asked,
): Promise<Selection> {
  const source = { platform, ledgers: async () => ({}), caller, language, today: '2026-11-21', isForPrograms };
  return SOURCES[name].select(source, filters);
}

export interface ReadDataset {
  readonly selection: Selection;
  readonly rows: readonly ExportRow[];
  /** As in the last batch. */
  readonly total: number | null;
  readonly asOf: string | null;
  readonly unknown: readonly string[];
  readonly paper: readonly PaperTable[] | null;
  readonly note: string | null;
  readonly totals: FurtherTotals | null;
  readonly summaries: readonly PaperTable[];
}

export async function readFrom(
  platform: ExportSource['platform'],
  name: DatasetName,
  asked: Asked,
): Promise<ReadDataset> {
  const selection = await selectFrom(platform, name, asked);
  return { selection, ...(await drainSelection(selection)) };
}

async function drainSelection(selection: Selection): Promise<Omit<ReadDataset, 'selection'>> {
  const rows: ExportRow[] = [];
  let total: number | null = null;
  let asOf: string | null = null;
  let unknown: readonly string[] = [];
  let paper: readonly PaperTable[] | null = null;
  let totals: FurtherTotals | null = null;
  let summaries: readonly PaperTable[] = [];
  for await (const batch of selection.read()) {
    rows.push(...batch.rows);
    total = batch.total;
    asOf = batch.asOf ?? asOf;
    unknown = batch.unknown ?? unknown;
    paper = batch.paper ?? paper;
    totals = batch.totals ?? totals;
    summaries = batch.summaries ?? summaries;
  }
  return { rows, total, asOf, unknown, paper, note: totals?.note ?? null, totals, summaries };
}

/** The same over a stand-in platform with a little reference data and these methods. */
export function readOver(methods: Partial<Platform>, name: DatasetName, asked: Asked): Promise<ReadDataset> {
  return readFrom(exportPlatform(methods), name, asked);
}

export function cellsOf(rows: readonly ExportRow[], ...columns: string[]) {
  return rows.map((row) => columns.map((column) => row[column]));
}
