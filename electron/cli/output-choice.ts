import { extname } from 'node:path';
import {
  CSV_PROFILES,
  EXPORT_FORMATS,
  type ExportFormat,
  type ExportRequest,
} from '../../shared/contract/exports.ts';
import { ConfigError } from '../config/config.ts';
import { readText, readWord, type TypedOptions } from './read-options.ts';

/** As what a file is written, and where. */
export interface OutputChoice extends Pick<ExportRequest, 'format' | 'profile'> {
  /** As typed; null: the name that the dataset suggests. */
  readonly out: string | null;
  /** What the person is told of a name that promises another format. */
  readonly note: string | null;
}

/** The format is the one named, else that of the name of the file, else CSV. Throws `ConfigError`. */
export function readOutputChoice(typed: TypedOptions): OutputChoice {
  const out = readText(typed, 'out');
  const asked = readWord(typed, 'format', EXPORT_FORMATS);
  const promised = formatOfName(out);
  const format = asked ?? promised ?? 'csv';
  const note =
    promised !== null && promised !== format
      ? `The file is written as ${format}, as --format says, though its name ends in .${promised}.`
      : null;
  return { format, ...readProfile(typed, format), out, note };
}

/** Of a package, which is a zip whatever its name ends in. */
export function packageNote(out: string | null): string | null {
  const promised = formatOfName(out);
  return promised && `The file is written as zip, as --package says, though its name ends in .${promised}.`;
}

function formatOfName(out: string | null): ExportFormat | null {
  const extension = out === null ? '' : extname(out).slice(1).toLowerCase();
  return EXPORT_FORMATS.find((format) => format === extension) ?? null;
}

/** Of CSV Excel unless another is named, of other formats none. Throws `ConfigError` where one is named for those. */
export function readProfile(typed: TypedOptions, format: ExportFormat): Pick<ExportRequest, 'profile'> {
  const profile = readWord(typed, 'profile', CSV_PROFILES);
  if (profile !== null && format !== 'csv') {
    throw new ConfigError(`--profile is of CSV files, and this one is ${format}.`);
  }
  return format === 'csv' ? { profile: profile ?? 'excel' } : {};
}
