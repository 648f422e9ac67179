import { expect, type Page } from '@playwright/test';
import type { QueryOf } from '../../../shared/contract/endpoint.ts';
import { type FinancialReport, readFinancialReport } from '../../../shared/contract/financial-report.ts';
import type { ApiReader } from './api-reader.ts';
import { groupLines, statementLines } from './expected-report.ts';
import { readLines, readTable } from './shown-table.ts';
import { sentence, DUTCH as words } from './words.ts';

/** Waits until every line of every section is what the API answers to the query, and all checks hold. */
export async function expectReport(
  page: Page,
  api: ApiReader,
  query: QueryOf<typeof readFinancialReport>,
): Promise<FinancialReport> {
  const report = await api.read(readFinancialReport, query);
  for (const [title, lines] of Object.entries(statementLines(report))) {
    const table = page.getByRole('table', { name: title });
    await expect.poll(() => readLines(table), title).toEqual(lines);
  }
  await expectGroups(page, report, 'value');
  const verdict = sentence(words.report.checks.allHold_other, { count: report.checks.length });
  await expect(page.getByRole('button', { name: verdict })).toBeVisible();
  return report;
}

export async function expectGroups(
  page: Page,
  { turnover_by_group: groups }: FinancialReport,
  side: 'value' | 'value_wt',
): Promise<void> {
  const table = page.getByRole('group', { name: words.report.groups.title }).getByRole('table');
  await expect.poll(() => readLines(table)).toEqual(groupLines(groups, side));
  const shops = groups.shops.map(({ title }) => title);
  expect((await readTable(table)).headings).toEqual([words.terms.group, ...shops, words.terms.total]);
}
