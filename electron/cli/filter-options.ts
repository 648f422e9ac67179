import type { TProperties, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { DatasetName } from '../../shared/contract/exports.ts';
import { PARAMETER_READERS, type ParameterSchema } from '../../shared/contract/parameter-readers.ts';
import { ConfigError } from '../config/config.ts';
import type { TextFilters } from '../exports/dataset.ts';
import { SOURCES } from '../exports/datasets/registry.ts';

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
