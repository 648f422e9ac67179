import { readFinancialReport } from '../../../shared/contract/financial-report.ts';
import { listShops } from '../../../shared/contract/shops.ts';
import { listTaxRates } from '../../../shared/contract/tax-rates.ts';
import { listTurnoverGroups } from '../../../shared/contract/turnover-groups.ts';
import { recomputeChecks } from '../../support/checks-oracle.ts';
import { reportById } from '../../support/report-by-id.ts';
import type { ReportFigures, ReportLines } from '../../support/report-oracle.ts';
import type { Reader } from '../service/sign-in-reader.ts';
import type { Tally } from '../tally.ts';
import { type Question, queryOf } from './question.ts';

type Lists = Pick<ReportLines, 'shops' | 'rates' | 'groups'>;

/** A report as the service answered it, by id, with what is needed to come to it in another way. */
export interface AskedReport {
  /** Whose, and of which days and place. */
  readonly what: string;
  readonly question: Question;
  readonly figures: ReportFigures;
  readonly lists: Lists;
}

export async function readLists(reader: Reader): Promise<Lists> {
  return {
    shops: (await reader.read(listShops)).data,
    rates: (await reader.read(listTaxRates)).data,
    groups: (await reader.read(listTurnoverGroups)).data,
  };
}

/** Compares the checks with the figures on the way: all of them are to hold. */
export async function askReport(
  who: string,
  reader: Reader,
  lists: Lists,
  question: Question,
  tally: Tally,
): Promise<AskedReport> {
  const { from, to, locationId } = question;
  const what = `${who}, ${from} to ${to}, location ${locationId ?? 'none'}`;
  const report = await reader.read(readFinancialReport, queryOf(question));
  tally.compare(`${what}, checks`, report.checks, recomputeChecks(report));
  const failed = report.checks.filter(({ holds }) => !holds);
  tally.compare(`${what}, checks that fail`, failed, []);
  const shops = lists.shops.filter(({ location_id }) => locationId === null || location_id === locationId);
  return { what, question, figures: reportById(report), lists: { ...lists, shops } };
}
