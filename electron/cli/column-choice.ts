import type { DatasetDeclaration } from '../../shared/datasets/dataset-declaration.ts';
import { ConfigError } from '../config/config.ts';
import { readFlag, readText, type TypedOptions } from './read-options.ts';

/** The ids of the columns asked for; undefined for those that the dataset shows by itself. Throws `ConfigError`. */
export function readColumnChoice(dataset: DatasetDeclaration, typed: TypedOptions): string[] | undefined {
  const named = readText(typed, 'columns')
    ?.split(',')
    .map((id) => id.trim());
  if (named) refuseWrong(dataset, named);
  if (!readFlag(typed, 'personal')) return named;
  const ids = named ?? dataset.columns.filter(({ isShown }) => isShown).map(({ id }) => id);
  const personal = dataset.columns.filter(({ isPersonal }) => isPersonal).map(({ id }) => id);
  return [...new Set([...ids, ...personal])];
}

function refuseWrong({ name, columns }: DatasetDeclaration, named: readonly string[]): void {
  const unknown = named.find((id) => !columns.some((column) => column.id === id));
  if (unknown !== undefined) {
    throw new ConfigError(`${name} has no column "${unknown}"; ${name} --help lists them.`);
  }
  const repeated = named.find((id, at) => named.indexOf(id) < at);
  if (repeated !== undefined) throw new ConfigError(`--columns names ${repeated} more than once.`);
}
