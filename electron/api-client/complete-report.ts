import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { localTimestamp } from '../../shared/calendar.ts';
import { FinancialReport } from '../../shared/contract/financial-report.ts';
import { onlyOf } from '../../shared/contract/query.ts';
import { completeAnswer } from './complete-answer.ts';

type JsonRecord = Readonly<Record<string, unknown>>;

/** What an answer is to. */
export interface Asked {
  readonly query: object;
  readonly now: number;
  noteMisfit(misfit: string): void;
}

interface AskedReport {
  readonly from?: string;
  readonly to?: string;
  /** The day of a day closing. */
  readonly date?: string;
  readonly location_id?: readonly number[];
}

const { revenue, ...REPORT } = FinancialReport.properties;

/** The specification shows the names of these and nothing of what they hold. */
const SECTIONS: ReadonlyMap<string, Validator> = new Map(
  (['shops', 'direct_paid', 'not_paid_now', 'turnover_by_group'] as const).map((name) => [
    name,
    Compile(REPORT[name].anyOf[0]),
  ]),
);

const NON_REVENUE = Compile(revenue.properties.non_revenue.anyOf[0]);

const CHECKS = Compile(REPORT.checks);

const WT_NAMES = ['total_sales_wt', 'total_returns_wt', 'total_differences_wt', 'total_turnover_wt'] as const;

export function completeClosing(given: unknown, asked: Asked): unknown {
  return isRecord(given) ? { ...given, report: completeReport(given.report, asked) } : given;
}

/**
 * A report with less than the contract has. What the specification does not show is `null` where it is missing or has another
 * form, and named in `unknown`; what it is of is that which was asked. An older deployment has no items of type `other`, knows
 * every figure, and says nothing of shops.
 */
export function completeReport(given: unknown, { query, now, noteMisfit }: Asked): unknown {
  if (!isRecord(given) || !isRecord(given.revenue)) return given;
  const asked: AskedReport = query;
  const { from = asked.date ?? asked.from, to = asked.date ?? asked.to ?? from } = given;
  const named = Array.isArray(given.unknown) ? given.unknown : [];
  const unknown = new Set<unknown>(named);

  function known(name: string, section: unknown, validator: Validator): unknown {
    const completed = completeAnswer(validator.Type() as TSchema, section ?? null);
    if (completed !== null && validator.Check(completed)) return completed;
    if (completed !== null) noteMisfit(`${name}: ${misfitOf(validator, completed)}`);
    unknown.add(name);
    return null;
  }

  const sections = Object.fromEntries(
    [...SECTIONS].map(([name, validator]) => [name, known(name, given[name], validator)]),
  );
  const { non_revenue: other } = given.revenue;
  const non_revenue = known('non_revenue', isRecord(other) ? { other: 0, ...other } : other, NON_REVENUE);
  const { total_cost_of_goods_sold: cost, total_turnover: turnover, margin } = given.revenue;
  if (cost == null || (isRecord(margin) && margin.value == null)) unknown.add('cost');
  if (WT_NAMES.some((name) => (given.revenue as JsonRecord)[name] == null)) unknown.add('revenue_wt');
  const isOfNothing = isRecord(margin) && typeof turnover === 'number' && turnover <= 0;
  const ofTurnover = isOfNothing && { margin: { ...margin, percentage: null } };
  return {
    ...{ shop_id: null, location_id: onlyOf(asked.location_id), currency: 'EUR', generated_at: localTimestamp(now) },
    ...given,
    ...{ from, to, ...sections },
    checks: readChecks(given.checks, noteMisfit),
    unknown: given.unknown === undefined || Array.isArray(given.unknown) ? [...unknown] : given.unknown,
    revenue: { ...given.revenue, ...ofTurnover, non_revenue },
  };
}

/** None where the deployment has none of the contract: then they are computed here. */
function readChecks(given: unknown, noteMisfit: Asked['noteMisfit']): unknown {
  const checks = completeAnswer(CHECKS.Type() as TSchema, given ?? []);
  if (CHECKS.Check(checks)) return checks;
  noteMisfit(`checks: ${misfitOf(CHECKS, checks)}`);
  return [];
}

/** What does not fit, such as `data[3].value_wt must be number`. Names and words are those of the contract. */
export function misfitOf(known: Validator, answer: unknown): string {
  const [misfit] = known.Errors(answer);
  if (misfit === undefined) return 'it does not fit';
  const place = misfit.instancePath
    .slice(1)
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.');
  return `${place === '' ? 'the answer' : place} ${misfit.message}`;
}

function isRecord(json: unknown): json is JsonRecord {
  return typeof json === 'object' && json !== null;
}
