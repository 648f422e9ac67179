import fc from 'fast-check';
import type { WholeReport } from '../../../shared/contract/financial-report.ts';
import { financialReportExample } from '../../../shared/contract/financial-report-example.ts';

type Path = readonly (string | number)[];

const NO_FIGURES = /_id$|^percentage$/;

/** Returns the paths of the figures of a report: numbers that are not ids or percentages. */
export function figurePaths(report: WholeReport): string[] {
  return pathsIn(report, []).map((path) => path.join('.'));
}

/** Returns a copy of the report with these figures replaced. */
export function withFigures(report: WholeReport, figures: ReadonlyMap<string, number>): WholeReport {
  const copy = structuredClone(report);
  for (const [path, value] of figures) setAt(copy, path.split('.'), value);
  return copy;
}

export function figureAt(report: WholeReport, path: string): number {
  const value = path.split('.').reduce<unknown>((found, step) => stepInto(found, step), report);
  if (typeof value !== 'number') throw new TypeError(`${path} is no figure`);
  return value;
}

/** Arbitrary reports with the structure of the example, whose figures are independent of each other. */
export function arbitraryReport(): fc.Arbitrary<WholeReport> {
  const example = exampleReport();
  const paths = figurePaths(example);
  const cents = fc.integer({ min: -9_999_999, max: 9_999_999 });
  return fc
    .array(cents, { minLength: paths.length, maxLength: paths.length })
    .map((values) => withFigures(example, new Map(paths.map((path, index) => [path, (values[index] ?? 0) / 100]))));
}

export function exampleReport(): WholeReport {
  return structuredClone(financialReportExample) as WholeReport;
}

function pathsIn(value: unknown, path: Path): Path[] {
  const name = String(path.at(-1) ?? '');
  if (typeof value === 'number') return NO_FIGURES.test(name) || isRateValue(path) ? [] : [path];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([step, inner]) => pathsIn(inner, [...path, step]));
}

/** `value` is a percentage in a rate, and an amount anywhere else. */
function isRateValue(path: Path): boolean {
  return path.at(-1) === 'value' && path.at(-3) === 'rates';
}

function setAt(target: unknown, path: readonly string[], value: number): void {
  const [step = '', ...rest] = path;
  if (rest.length > 0) setAt(stepInto(target, step), rest, value);
  else Object.assign(target as object, { [step]: value });
}

function stepInto(value: unknown, step: string): unknown {
  return (value as Record<string, unknown>)[step];
}
