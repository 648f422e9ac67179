import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { formatTimestamp } from '../../shared/calendar.ts';
import { FinancialReport } from '../../shared/contract/financial-report.ts';
import { getOnlyId } from '../../shared/contract/query.ts';
import { completeAnswer } from './complete-answer.ts';

type JsonRecord = Readonly<Record<string, unknown>>;

/** The request that an answer belongs to. */
export interface AnsweredRequest {
  readonly query: object;
  readonly now: number;
  onMisfit(misfit: string): void;
}

interface ReportQuery {
  readonly from?: string;
  readonly to?: string;
  /** The date of a day closing. */
  readonly date?: string;
  readonly location_id?: readonly number[];
}

const { revenue, ...REPORT } = FinancialReport.properties;

/** The specification names these sections but does not define their content. */
const SECTIONS: ReadonlyMap<string, Validator> = new Map(
  (['shops', 'direct_paid', 'not_paid_now', 'turnover_by_group'] as const).map((name) => [
    name,
    Compile(REPORT[name].anyOf[0]),
  ]),
);

const NON_REVENUE = Compile(revenue.properties.non_revenue.anyOf[0]);

const CHECKS = Compile(REPORT.checks);

const WT_FIELDS = ['total_sales_wt', 'total_returns_wt', 'total_differences_wt', 'total_turnover_wt'] as const;

export function completeClosing(given: unknown, asked: AnsweredRequest): unknown {
  return isRecord(given) ? { ...given, report: completeReport(given.report, asked) } : given;
}

/**
 * Completes a report that lacks parts of the contract. A section that is missing or of the wrong type is `null` and
 * named in `unknown`. Period and filters come from the request. An older deployment has no items of type `other`, knows
 * every figure and returns no shops.
 */
export function completeReport(given: unknown, { query, now, onMisfit }: AnsweredRequest): unknown {
  if (!isRecord(given) || !isRecord(given.revenue)) return given;
  const asked: ReportQuery = query;
  const { from = asked.date ?? asked.from, to = asked.date ?? asked.to ?? from } = given;
  const named = Array.isArray(given.unknown) ? given.unknown : [];
  const unknown = new Set<unknown>(named);

  function completeSection(name: string, section: unknown, validator: Validator): unknown {
    const completed = completeAnswer(validator.Type() as TSchema, section ?? null);
    if (completed !== null && validator.Check(completed)) return completed;
    if (completed !== null) onMisfit(`${name}: ${describeMisfit(validator, completed)}`);
    unknown.add(name);
    return null;
  }

  const sections = Object.fromEntries(
    [...SECTIONS].map(([name, validator]) => [name, completeSection(name, given[name], validator)]),
  );
  const { non_revenue: other } = given.revenue;
  const non_revenue = completeSection('non_revenue', isRecord(other) ? { other: 0, ...other } : other, NON_REVENUE);
  const { total_cost_of_goods_sold: cost, total_turnover: turnover, margin } = given.revenue;
  if (cost == null || (isRecord(margin) && margin.value == null)) unknown.add('cost');
  if (WT_FIELDS.some((name) => (given.revenue as JsonRecord)[name] == null)) unknown.add('revenue_wt');
  const hasNoTurnover = isRecord(margin) && typeof turnover === 'number' && turnover <= 0;
  const marginChange = hasNoTurnover && { margin: { ...margin, percentage: null } };
  return {
    ...{
      shop_id: null,
      location_id: getOnlyId(asked.location_id),
      currency: 'EUR',
      generated_at: formatTimestamp(now),
    },
    ...given,
    ...{ from, to, ...sections },
    checks: readChecks(given.checks, onMisfit),
    unknown: given.unknown === undefined || Array.isArray(given.unknown) ? [...unknown] : given.unknown,
    revenue: { ...given.revenue, ...marginChange, non_revenue },
  };
}

/** Returns no checks if the deployment lacks them or they do not match the contract. They are then calculated here. */
function readChecks(given: unknown, onMisfit: AnsweredRequest['onMisfit']): unknown {
  const checks = completeAnswer(CHECKS.Type() as TSchema, given ?? []);
  if (CHECKS.Check(checks)) return checks;
  onMisfit(`checks: ${describeMisfit(CHECKS, checks)}`);
  return [];
}

/** Describes the first mismatch, such as `data[3].value_wt must be number`. Contains only names of the contract. */
export function describeMisfit(known: Validator, answer: unknown): string {
  const [misfit] = known.Errors(answer);
  if (misfit === undefined) return 'it does not match the schema';
  const location = misfit.instancePath
    .slice(1)
    .replace(/\/(\d+)(?=\/|$)/g, '[$1]')
    .replaceAll('/', '.');
  return `${location === '' ? 'the answer' : location} ${misfit.message}`;
}

function isRecord(json: unknown): json is JsonRecord {
  return typeof json === 'object' && json !== null;
}
