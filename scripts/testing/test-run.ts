import { existsSync } from 'node:fs';
import { ON_POSTGRES_IN_QUICK_RUN } from '../../test/postgres/run-on-postgres.ts';
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
  clientPackageStage,
  postgresStage,
  type Stage,
  type StageContext,
  type StageResult,
  vitestStage,
} from './stages.ts';
import { BROWSER_SUITE, POSTGRES_SUITE, SUITES } from './suites.ts';

const USAGE = `npm test                       what one runs before each commit
npm run test:full              everything there is
npm run check                  static checks, architecture and unit tests
npm test -- PATH … [OPTION …]  the files below paths, each by the right runner; options are the runner's

--on-postgres before the paths runs them on PostgreSQL. A path may end with the line of a test: test/x.test.ts:12.`;

const SLOWEST = 20;

/** What one of the commands was asked to run. */
export interface TestRequest {
  readonly size: 'check' | 'quick' | 'full';
  readonly onPostgres: boolean;
  readonly paths: readonly string[];
  readonly options: readonly string[];
}

/** Reads the arguments of the command. Throws a sentence for what cannot be run. */
export function readTestRequest(args: readonly string[]): TestRequest {
  const [first, ...others] = args;
  if (first === '--check') return { ...readTestRequest(others), size: 'check' };
  if (first === '--full') return { ...readTestRequest(others), size: 'full' };
  if (first === '--on-postgres') return { ...readTestRequest(others), onPostgres: true };
  const until = args.findIndex((arg) => arg.startsWith('-'));
  const paths = until === -1 ? args : args.slice(0, until);
  const options = until === -1 ? [] : args.slice(until);
  if (paths.length === 0 && options.length > 0) throw new Error(`${options[0]} needs a path.\n\n${USAGE}`);
  for (const path of paths) expectTests(path);
  // Whoever names a file that is left to the full run wants it to run.
  const size = paths.some((path) => path.includes('.full.')) ? 'full' : 'quick';
  return { size, onPostgres: false, paths, options };
}

function expectTests(path: string): void {
  const [file = ''] = path.split(':');
  const isBelowTest = suiteOf(path) !== undefined;
  if (!isBelowTest || !existsSync(projectPath(file)))
    throw new Error(`There are no tests at ${path}.\n\n${USAGE}`);
}

/** The folder below test/ that a path lies in. */
function suiteOf(path: string): string | undefined {
  const names = [...SUITES.map(({ name }) => name), POSTGRES_SUITE, BROWSER_SUITE];
  return names.find((name) => `${path}/`.startsWith(`test/${name}/`));
}

const folderOf = (name: string) => `test/${name}/`;
const suitesOf = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, folderOf(name)]));

/** The seconds are those of two cores; test/README.md has where they were measured. */
export function stagesOf({ size, onPostgres, paths, options }: TestRequest): readonly Stage[] {
  if (paths.length > 0) return stagesOfPaths(paths, onPostgres, options);
  const names = (isIn: (suite: (typeof SUITES)[number]) => boolean | undefined) =>
    SUITES.filter(isIn).map(({ name }) => name);
  const vitest = (seconds: number, suites: readonly string[]) =>
    vitestStage(seconds, suitesOf(suites), suites.map(folderOf));
  switch (size) {
    case 'check':
      return [
        checksStage(30),
        vitest(
          40,
          names(({ isCheck }) => isCheck),
        ),
      ];
    case 'quick':
      return [
        checksStage(30),
        buildStage(20),
        vitest(
          210,
          names(({ isFullOnly }) => !isFullOnly),
        ),
        postgresStage(40, ON_POSTGRES_IN_QUICK_RUN),
        browserStage(90, []),
      ];
    case 'full':
      return [
        checksStage(30),
        buildStage(20),
        clientPackageStage(10),
        vitest(
          900,
          names(() => true),
        ),
        postgresStage(240, []),
        browserStage(600, []),
      ];
  }
}

function stagesOfPaths(
  paths: readonly string[],
  onPostgres: boolean,
  options: readonly string[],
): readonly Stage[] {
  const below = (isIn: (suite: string | undefined) => boolean) => paths.filter((path) => isIn(suiteOf(path)));
  const browser = below((suite) => suite === BROWSER_SUITE);
  const postgres = below((suite) => suite === POSTGRES_SUITE || (onPostgres && suite !== BROWSER_SUITE));
  const others = paths.filter((path) => !browser.includes(path) && !postgres.includes(path));
  const suites = [...new Set(others.flatMap((path) => suiteOf(path) ?? []))];
  const needsBuild = SUITES.some(({ name, needsBuild }) => needsBuild && suites.includes(name));
  return [
    ...(suites.includes('client') ? [clientPackageStage(0)] : []),
    ...(needsBuild || browser.length > 0 ? [buildStage(0)] : []),
    ...(others.length > 0 ? [vitestStage(0, suitesOf(suites), [...others, ...options])] : []),
    ...(postgres.length > 0 ? [postgresStage(0, [...postgres, ...options])] : []),
    ...(browser.length > 0 ? [browserStage(0, [...browser, ...options])] : []),
  ];
}

/** Runs all stages, whatever fails, and answers whether nothing did. The last line is the sum. */
export async function runStages(
  stages: readonly Stage[],
  context: StageContext,
  size: TestRequest['size'],
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
  if (size === 'full') context.write(`\nThe slowest files:\n${describeSlowest(files, SLOWEST)}`);
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
