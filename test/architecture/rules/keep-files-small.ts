import type { SourceFile } from '../sources/source-file.ts';

const MOST_LINES = 500;

const LESS_FOR: Readonly<Record<string, number>> = { 'electron/main.ts': 130 };

/** Files of data without logic may be as long as their data. */
const DATA_FOLDERS = /\/vocabulary\//;

export function keepFilesSmall({ path, text }: SourceFile): string[] {
  const most = LESS_FOR[path] ?? MOST_LINES;
  const lines = text.split('\n').length - 1;
  const isTooLong = lines > most && !DATA_FOLDERS.test(path);
  return isTooLong ? [`${path} has ${lines} lines, ${most} at most`] : [];
}
