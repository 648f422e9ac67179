import { getDateAt } from '../../shared/calendar.ts';
import type { ExportManifest, ExportRequest } from '../../shared/contract/exports.ts';
import type { Language } from '../../shared/contract/language.ts';
import type { DatasetColumn, DatasetDeclaration } from '../../shared/datasets/dataset.ts';
import { getCompanyName } from '../../shared/shop-names.ts';
import type { Caller } from '../base/caller.ts';
import type { Clock } from '../base/clock.ts';
import { type AnswerAge, trackAnswerAge } from '../platform/answer-age.ts';
import { PlatformError } from '../platform/platform-error.ts';
import type { CompanyNameReader, Dataset, LedgerReader, Selection, TextFilters } from './dataset.ts';
import { SOURCES } from './datasets/registry.ts';
import { ExportError } from './export-error.ts';
import { type ExportPlatform, trackAnswerAges } from './export-platform.ts';
import { PDF_LABELS } from './writers/pdf-text.ts';

export interface ExportContext {
  readonly platform: ExportPlatform;
  readonly ledgers: LedgerReader;
  readonly companyName: CompanyNameReader;
  readonly clock: Clock;
}

interface Company {
  readonly name: string;
  /** The names of all its shops that the caller may see. */
  readonly shops: readonly string[];
  /** Its figures are invented, and nobody must take them for real ones. */
  readonly isDemo: boolean;
}

export interface SelectedExport {
  readonly dataset: Dataset;
  readonly columns: readonly DatasetColumn[];
  readonly selection: Selection;
  /** The age of the oldest answer so far; `null` if none came from a copy. */
  age(): AnswerAge | null;
  /** What paper says about the company. Its age does not count for the rows. */
  readCompany(): Promise<Company>;
  readFilters(): Promise<Pick<ExportManifest, 'filtersIn'>>;
}

/** Datasets that a copy of the catalog can answer. Any other export fails while the platform is unreachable. */
const CATALOG_DATASETS: ReadonlySet<ExportRequest['dataset']> = new Set(['price-list', 'price-tiers', 'catalog']);

/** Resolves a request, without reading its rows. Throws `ExportError` `invalid_request` if it cannot be exported. */
export async function selectExport(
  { platform, ledgers, companyName: ownName, clock }: ExportContext,
  { dataset: name, columns, filters, format, profile, language }: ExportRequest,
  caller: Caller,
): Promise<SelectedExport> {
  const dataset = SOURCES[name];
  const named = columns && getNamedColumns(dataset.declaration, columns);
  const dated = trackAnswerAges(platform);
  const answering = CATALOG_DATASETS.has(name) ? dated.platform : platform;
  const isForPrograms = format === 'jsonl' || (format === 'csv' && profile === 'data');
  const source = { platform: answering, ledgers, caller, language, today: getDateAt(clock.now()), isForPrograms };
  const appliedFilters = format === 'pdf' && CATALOG_DATASETS.has(name) ? sortByTitle(filters) : filters;
  const selection = await dataset.select(source, appliedFilters);
  const chosen = named ?? getDefaultColumns(dataset.declaration, selection);
  const readOwnCompany = () => readCompany({ platform, companyName: ownName }, caller, language);
  const filtersIn = async (other: Language) =>
    other === language
      ? selection.filters
      : (await dataset.select({ ...source, language: other }, appliedFilters)).filters;
  const readFilters = async () =>
    selection.filters.length === 0 ? {} : { filtersIn: { nl: await filtersIn('nl'), en: await filtersIn('en') } };
  return { dataset, columns: chosen, selection, age: dated.age, readCompany: readOwnCompany, readFilters };
}

/**
 * Sorted as on the page of the catalog: readers look up a title on paper, and cannot sort it. Other files may be long,
 * and are read fastest in the order of the platform.
 */
function sortByTitle(filters: TextFilters): TextFilters {
  return filters.q ? filters : { sort: 'title', ...filters };
}

/** Named as in the settings, otherwise by its shops or the account. A demo shop says so. */
export async function readCompany(
  { platform, companyName: readOwn }: Pick<ExportContext, 'platform' | 'companyName'>,
  caller: Caller,
  language: Language,
): Promise<Company> {
  const shops = await trackAnswerAge(() => readShopNames(platform, caller));
  const { account, isDemo = false } = caller;
  const name = (await readOwn(caller)) || getCompanyName(shops, account);
  return { name: isDemo ? `${name} · ${PDF_LABELS[language].demo}` : name, shops, isDemo };
}

async function readShopNames(platform: ExportPlatform, caller: Caller): Promise<readonly string[]> {
  try {
    const shops = await platform.listReference(caller, 'shops');
    return shops.map(({ title }) => title);
  } catch (error) {
    if (error instanceof PlatformError && error.code === 'not_offered') return [];
    throw error;
  }
}

function getDefaultColumns(
  { columns }: DatasetDeclaration,
  { shown = [] }: Pick<Selection, 'shown'>,
): readonly DatasetColumn[] {
  return columns.filter(({ id, isShown }) => isShown || shown.includes(id));
}

function getNamedColumns(dataset: DatasetDeclaration, ids: readonly string[]): readonly DatasetColumn[] {
  const chosen = ids.map((id) => getColumn(dataset, id));
  if (new Set(chosen).size < chosen.length) {
    throw new ExportError('invalid_request', 'a column is named more than once');
  }
  return chosen;
}

function getColumn(dataset: DatasetDeclaration, id: string): DatasetColumn {
  const column = dataset.columns.find((candidate) => candidate.id === id);
  if (!column) throw new ExportError('invalid_request', `there is no column ${id}`);
  return column;
}
