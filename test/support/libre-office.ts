import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, extname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const PROGRAMS = ['/usr/bin/soffice', '/usr/bin/libreoffice'];

/** `null` if LibreOffice is not installed. Nothing requires it, but it is a useful second opinion. */
export const libreOffice = PROGRAMS.find((path) => existsSync(path)) ?? null;

/**
 * Options: separator by its number, quotes `"`, UTF-8, from the first line on, all columns as displayed, in Dutch, and
 * formulas are run. Newer versions of LibreOffice do not run them by default, but other programs do.
 */
const dutchCsv = (separator: string) =>
  `CSV:${separator.charCodeAt(0)},34,76,1,,1043,false,false,false,false,false,-1,true`;
const FILTERS = {
  xlsx: 'xlsx',
  /** Separator `,`, quotes `"`, UTF-8, cells as displayed in their format, in LibreOffice's default English. */
  csv: 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true',
} as const;

/** Opens a file like a person in the Netherlands, a CSV with `separator`, saves it again and returns its path. */
export async function withConverted<T>(
  file: string,
  to: keyof typeof FILTERS,
  use: (converted: string) => Promise<T>,
  separator = ';',
): Promise<T> {
  if (libreOffice === null) throw new Error('LibreOffice is not installed.');
  const folder = await mkdtemp(join(tmpdir(), 'tilldesk-office-'));
  try {
    const args = [
      `-env:UserInstallation=${pathToFileURL(join(folder, 'profile')).href}`,
      '--headless',
      ...(extname(file) === '.csv' ? [`--infilter=${dutchCsv(separator)}`] : []),
      // As if pasted into a table; by default it would open in the word processor.
      ...(extname(file) === '.html' ? ['--infilter=HTML (StarCalc)'] : []),
      '--convert-to',
      FILTERS[to],
      '--outdir',
      folder,
      file,
    ];
    await promisify(execFile)(libreOffice, args, { timeout: 100_000 });
    return await use(join(folder, `${basename(file, extname(file))}.${to}`));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
