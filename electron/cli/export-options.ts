import { parseArgs } from 'node:util';
import type { TProperties, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { DatasetName } from '../../shared/contract/exports.ts';
import { PARAMETER_READERS, type ParameterSchema } from '../../shared/contract/query.ts';
import { ConfigError, optionError } from '../config/config.ts';
import type { TextFilters } from '../exports/dataset.ts';
import { SOURCES } from '../exports/datasets/registry.ts';

/** What was typed after `npm run export --`. */
export interface TypedOptions {
  /** What is no option. */
  readonly words: readonly string[];
  /** By name without dashes. A flag without a value is `true`. */
  readonly values: Readonly<Partial<Record<string, string>>>;
}

const TEXTS = [
  'format',
  'profile',
  'out',
  'columns',
  'language',
  'data-dir',
  'database-url',
  'database-url-file',
  'account',
  'base-url',
  'ledgers',
  'package',
] as const;

const FLAGS = ['personal', 'manifest', 'accept-shared-folder', 'help'] as const;

/** Options that are of no dataset. */
export const OWN_OPTIONS: ReadonlySet<string> = new Set([...TEXTS, ...FLAGS]);

const FLAG_WORDS = new Set(['true', 'false', '1', '0']);

export const HELP_ADVICE = '--help shows the options';

/** Every option of every dataset; whether this one takes them is asked later. Throws `ConfigError`. */
export function readOptions(argv: readonly string[]): TypedOptions {
  const filters = filterOptions();
  const flags = new Set([...FLAGS, ...filters.filter(({ isFlag }) => isFlag).map(({ option }) => option)]);
  const names = [...TEXTS, ...flags, ...filters.map(({ option }) => option)];
  const { positionals, values, tokens } = parse(withFlagValues(argv, flags), names);
  refuseRepeated(tokens.flatMap((token) => (token.kind === 'option' ? [token.name] : [])));
  return { words: positionals, values };
}

function parse(args: string[], names: readonly string[]) {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' } as const]));
  try {
    return parseArgs({ args, options, strict: true, allowPositionals: true, tokens: true });
  } catch (cause) {
    throw optionError(cause, HELP_ADVICE);
  }
}

/** Gives every flag that stands by itself its value: the word after it where that is one, else `true`. */
function withFlagValues(argv: readonly string[], flags: ReadonlySet<string>): string[] {
  const args: string[] = [];
  for (let at = 0; at < argv.length; at += 1) {
    const arg = argv[at] ?? '';
    const isFlag = arg.startsWith('--') && flags.has(arg.slice(2));
    const next = argv[at + 1] ?? '';
    const hasValue = isFlag && FLAG_WORDS.has(next);
    args.push(isFlag ? `${arg}=${hasValue ? next : 'true'}` : arg);
    if (hasValue) at += 1;
  }
  return args;
}

/** A list is one option with commas: of two, one would be lost. */
function refuseRepeated(names: readonly string[]): void {
  const repeated = names.find((name, at) => names.indexOf(name) < at);
  if (repeated !== undefined) throw new ConfigError(`--${repeated} is given more than once.`);
}

/** Throws `ConfigError` for what is no yes or no. */
export function readFlag({ values }: TypedOptions, name: (typeof FLAGS)[number]): boolean {
  const text = values[name];
  if (text === undefined || text === 'false' || text === '0') return false;
  if (text === 'true' || text === '1') return true;
  throw new ConfigError(`--${name} takes true or false, not "${text}".`);
}

/** One of the words that an option takes; null where it is not given. Throws `ConfigError`. */
export function readWord<Word extends string>(
  { values }: TypedOptions,
  name: (typeof TEXTS)[number],
  words: readonly Word[],
): Word | null {
  const text = values[name];
  if (text === undefined) return null;
  const word = words.find((candidate) => candidate === text);
  if (word === undefined) throw new ConfigError(`--${name} takes ${words.join(', ')}, not "${text}".`);
  return word;
}

/** The text of an option; null where it is not given. Throws `ConfigError` for an empty one. */
export function readText({ values }: TypedOptions, name: (typeof TEXTS)[number]): string | null {
  const text = values[name] ?? null;
  if (text === '') throw new ConfigError(`--${name} needs a value.`);
  return text;
}

/** A filter of a dataset as an option: `shop_id` is `--shop-id`. */
export interface FilterOption {
  readonly option: string;
  readonly filter: string;
  readonly isFlag: boolean;
  readonly isRequired: boolean;
  readonly schema: TSchema & ParameterSchema;
}

export function filterOptionsOf(dataset: DatasetName): readonly FilterOption[] {
  const { properties, required = [] }: { properties: TProperties; required?: readonly string[] } =
    SOURCES[dataset].filters;
  return Object.entries(properties).map(([filter, property]) => {
    const schema = property as TSchema & ParameterSchema;
    const option = filter.replaceAll('_', '-');
    const isFlag = schema['x-text'] === 'flag';
    return { option, filter, isFlag, isRequired: required.includes(filter), schema };
  });
}

/** Of all datasets. */
export function filterOptions(): readonly FilterOption[] {
  return Object.values(SOURCES).flatMap(({ declaration }) => filterOptionsOf(declaration.name));
}

/** The filters among the options, each of the form that the dataset takes. Throws `ConfigError`. */
export function readFilters(
  dataset: DatasetName,
  typed: Readonly<Partial<Record<string, string>>>,
): TextFilters {
  const options = filterOptionsOf(dataset);
  for (const name of Object.keys(typed)) {
    if (options.some(({ option }) => option === name)) continue;
    throw new ConfigError(`${dataset} takes no --${name}; ${dataset} --help shows what it takes.`);
  }
  return Object.fromEntries(
    options.flatMap((known) => {
      const text = typed[known.option];
      if (text !== undefined) return [[known.filter, checked(known, text)]];
      if (!known.isRequired) return [];
      throw new ConfigError(`${dataset} needs --${known.option}; ${dataset} --help shows what it takes.`);
    }),
  );
}

function checked({ option, schema }: FilterOption, text: string): string {
  const { read, expectation } = PARAMETER_READERS[schema['x-text']];
  const value = read(text);
  if (value !== undefined && Value.Check(schema, value)) return text;
  throw new ConfigError(`--${option} must be ${expectation(schema)}, not "${text}".`);
}
