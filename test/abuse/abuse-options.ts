import { parseArgs } from 'node:util';
import type { SuiteSize } from './harness/suite.ts';

export interface AbuseOptions {
  /** None for all. */
  readonly suites: readonly string[];
  readonly size: SuiteSize;
  readonly seed: number;
  /** The only mutant that is planted, and the suite is not run without it; null for every one. */
  readonly mutant: string | null;
  /** False: suites run on the product as it is, and nothing else. */
  readonly mutants: boolean;
  readonly showsHelp: boolean;
}

export const ABUSE_HELP = `Attacks Tilldesk, and plants mutants in it that the attacks have to find.

  npm run abuse -- [SUITE …] [options]

  --size SIZE           full (default), tenth or short; mutants are looked for with a tenth of it
  --seed N              of the random choices (1)
  --mutant NAME       plant this mutant alone
  --no-mutants        the product as it is, alone
  --help                this text, suites and mutants

Prints a line of figures for each suite and ends with status 1 when something was found, or a mutant was not.
The results of full runs are written to test/security/README.md, a row for each suite.`;

const SIZES: readonly SuiteSize[] = ['full', 'tenth', 'short'];

/** Throws an error of one sentence. */
export function readAbuseOptions(argv: readonly string[], names: readonly string[]): AbuseOptions {
  const { values, positionals } = parseArgs({
    args: [...argv],
    options: {
      size: { type: 'string', default: 'full' },
      seed: { type: 'string', default: '1' },
      mutant: { type: 'string' },
      'no-mutants': { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const unknown = positionals.find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`There is no suite ${unknown}; there are ${names.join(', ')}.`);
  const { mutant = null } = values;
  if (mutant !== null && positionals.length !== 1) throw new Error('--mutant takes the name of one suite.');
  if (mutant !== null && values['no-mutants']) throw new Error('--mutant and --no-mutants do not go together.');
  return {
    suites: positionals,
    size: readSize(values.size),
    seed: readSeed(values.seed),
    mutant,
    mutants: !values['no-mutants'],
    showsHelp: values.help,
  };
}

function readSize(text: string): SuiteSize {
  const size = SIZES.find((one) => one === text);
  if (size === undefined) throw new Error(`--size takes ${SIZES.join(', ')}, not "${text}".`);
  return size;
}

function readSeed(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new Error(`--seed takes a number from 1 to 999999, not "${text}".`);
  return Number(text);
}
