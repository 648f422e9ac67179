import { statSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { projectPath } from '../launching/project-paths.mjs';
import {
  addTallies,
  describeSeconds,
  describeSlowest,
  describeTally,
  type FileResult,
  ONE_FAILED,
  type Result,
} from './results.ts';
import {
  browserStage,
  buildStage,
  checksStage,
  otherPackagesStage,
  postgresStage,
  type Stage,
  type StageContext,
  type StageResult,
  vitestStage,
} from './stages.ts';
import { BROWSER_SUITE, POSTGRES_SUITE, SUITES } from './suites.ts';

export const USAGE = `npm test                       what one runs before each commit
npm run test:full              everything there is
npm run check                  static checks, architecture and unit tests
npm test -- PATH … [OPTION …]  the files below paths, each by the right runner; options are the runner's
npm test -- --on-postgres      all that runs on PostgreSQL; with paths, those

A path may end with the line of a test: test/x.test.ts:12.`;

const SLOWEST = 20;
const ON_POSTGRES_SECONDS = 240;
/** The tests that `npm test` runs on PostgreSQL: conformance, and a check that both databases have the same tables. */
const ON_POSTGRES_IN_QUICK_RUN = ['test/conformance/embedded.test.ts', 'test/postgres/same-tables.test.ts'];

/** What one of the commands was asked to run. */
export interface TestRequest {
  readonly size: 'check' | 'quick' | 'full';
  readonly onPostgres: boolean;
  /** From the root of the project; folders end with a slash. */
  readonly paths: readonly string[];
  /** Of the runner. */
  readonly options: readonly string[];
}

/** Reads the arguments of the command. Throws a sentence for what cannot be run. */
export function readTestRequest(args: readonly string[]): TestRequest {
  const [first, ...others] = args;
  if (first === '--check') return { ...readTestRequest(others), size: 'check' };
  if (first === '--full') return { ...readTestRequest(others), size: 'full' };
  if (first === '--on-postgres') return { ...readTestRequest(others), onPostgres: true };
  const until = args.findIndex((arg) => arg.startsWith('-'));
  const paths = (until === -1 ? args : args.slice(0, until)).map(testPath);
  const options = until === -1 ? [] : args.slice(until);
  if (paths.length === 0 && options.length > 0) throw new Error(`${options[0]} needs a path.\n\n${USAGE}`);
  const inBrowser = paths.filter((path) => suiteOf(path) === BROWSER_SUITE);
  if (options.length > 0 && inBrowser.length > 0 && inBrowser.length < paths.length) {
    throw new Error('Options go to one runner: name browser tests or other tests, not both.');
  }
  return { size: paths.some(isLeftToFullRun) ? 'full' : 'quick', onPostgres: false, paths, options };
}

/** As the runners take it. Throws where no tests are. */
function testPath(given: string): string {
  const [, file = given, line] = /^(.+\.tsx?):(\d+)(?::\d+)?$/.exec(given) ?? [];
  const path = relative(projectPath(), resolve(file)).replaceAll('\\', '/');
  const entry = statSync(projectPath(path), { throwIfNoEntry: false });
  if (!entry || suiteOf(path) === undefined) throw new Error(`There are no tests at ${given}.\n\n${USAGE}`);
  // Without the slash the runners take other folders whose names only begin like it.
  if (entry.isDirectory()) return `${path}/`;
  return line === undefined ? path : `${path}:${line}`;
}

/** A developer who names what `npm test` leaves out wants it to run. */
function isLeftToFullRun(path: string): boolean {
  return path.includes('.full.');
}

/** The folder below test/ that a path lies in. */
function suiteOf(path: string): string | undefined {
  const names = [...SUITES.map(({ name }) => name), POSTGRES_SUITE, BROWSER_SUITE];
  return names.find((name) => `${path}/`.startsWith(`test/${name}/`));
}

const folderOf = (name: string) => `test/${name}/`;
const suitesOf = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, folderOf(name)]));

/** The seconds are those of two cores; test/README.md has the runs that they are from. */
export function stagesOf(request: TestRequest): readonly Stage[] {
  const { size, onPostgres, paths } = request;
  if (paths.length > 0) return stagesOfPaths(request);
  if (onPostgres) return [postgresStage(ON_POSTGRES_SECONDS)];
  switch (size) {
    case 'check':
      return [checksStage(25), vitestOf(45, ({ isCheck = false }) => isCheck)];
    case 'quick':
      return [
        checksStage(25),
        buildStage(15),
        vitestOf(240, () => true),
        postgresStage(30, { paths: ON_POSTGRES_IN_QUICK_RUN }),
        browserStage(45),
      ];
    case 'full':
      return [
        checksStage(25),
        buildStage(15),
        otherPackagesStage(40),
        vitestOf(780, () => true),
        postgresStage(ON_POSTGRES_SECONDS),
        browserStage(400),
      ];
  }
}

function vitestOf(seconds: number, isIn: (suite: (typeof SUITES)[number]) => boolean): Stage {
  const suites = suitesOf(SUITES.filter(isIn).map(({ name }) => name));
  return vitestStage(seconds, suites, { paths: Object.values(suites) });
}

function stagesOfPaths({ size, paths, onPostgres, options }: TestRequest): readonly Stage[] {
  const below = (isIn: (suite: string | undefined) => boolean) => paths.filter((path) => isIn(suiteOf(path)));
  const browser = below((suite) => suite === BROWSER_SUITE);
  const postgres = below((suite) => suite === POSTGRES_SUITE || (onPostgres && suite !== BROWSER_SUITE));
  const others = paths.filter((path) => !browser.includes(path) && !postgres.includes(path));
  const suites = [...new Set(others.flatMap((path) => suiteOf(path) ?? []))];
  const needsOtherPackages = size === 'full' && (suites.includes('client') || browser.length > 0);
  const needsBuild = SUITES.some(({ name, needsBuild }) => needsBuild && suites.includes(name));
  return [
    ...(needsOtherPackages ? [otherPackagesStage(0)] : []),
    ...(needsBuild || browser.length > 0 ? [buildStage(0)] : []),
    ...(others.length > 0 ? [vitestStage(0, suitesOf(suites), { paths: others, options })] : []),
    ...(postgres.length > 0 ? [postgresStage(0, { paths: postgres, options })] : []),
    ...(browser.length > 0 ? [browserStage(0, { paths: browser, options })] : []),
  ];
}

/** Runs all stages, whatever fails, and answers whether nothing did. The last line that it writes is the sum. */
export async function runStages(
  stages: readonly Stage[],
  context: StageContext,
  showsSlowest = false,
): Promise<boolean> {
  const startedAt = Date.now();
  const results: Result[] = [];
  const files: FileResult[] = [];
  for (const [index, stage] of stages.entries()) {
    const left = stages.slice(index).reduce((sum, { seconds }) => sum + seconds, 0);
    const estimate = left > 0 ? ` · about ${describeSeconds(left)} left` : '';
    context.write(`\n── [${index + 1}/${stages.length}] ${stage.title}${estimate}`);
    const ran = await runStage(stage, context);
    results.push(...ran.results);
    files.push(...ran.files);
    if (context.processes.stopRequested) return false;
  }
  if (showsSlowest) context.write(`\nThe slowest files:\n${describeSlowest(files, SLOWEST)}`);
  const sum = addTallies(results);
  const lines = results.map((result) => `${result.name}: ${describeTally(result)}`);
  context.write(`\n${lines.join('\n')}\nIn ${describeSeconds((Date.now() - startedAt) / 1_000)}.`);
  context.write(describeTally(sum));
  return sum.failed === 0;
}

async function runStage(stage: Stage, context: StageContext): Promise<StageResult> {
  try {
    return await stage.run(context);
  } catch (error) {
    context.write(error instanceof Error ? error.message : String(error));
    return { results: [{ name: stage.title, ...ONE_FAILED }], files: [] };
  }
}
