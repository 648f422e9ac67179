import type { SuiteRun } from '../harness/suite.ts';

export const BREACHES = {
  formula: 'cells that are formulas',
  changed: 'cells that come back different',
  noNumber: 'numbers turned into text',
  unreadable: 'files that another program cannot read',
  leadingOut: 'parts of a workbook that lead out of it or are not known',
} as const;

/** Tells of a file that was made for nobody else to read. */
export async function readingOf<Read>(
  run: Pick<SuiteRun, 'breach'>,
  what: string,
  read: () => Read | Promise<Read>,
): Promise<Read | null> {
  try {
    return await read();
  } catch (error) {
    run.breach(BREACHES.unreadable, `${what}: ${error}`);
    return null;
  }
}
