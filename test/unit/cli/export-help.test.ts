import { describe, expect, it } from 'vitest';
import { createExportProgram, readExportCommand } from '../../../electron/cli/export-options.ts';
import { HelpRequested } from '../../../electron/config/command-line.ts';
import { DATASETS } from '../../../shared/contract/exports.ts';
import { DECLARATIONS } from '../../../shared/datasets/declarations.ts';

function helpFor(...argv: string[]): string {
  try {
    readExportCommand(argv, 0);
  } catch (error) {
    if (error instanceof HelpRequested) return error.message;
    throw error;
  }
  throw new Error('no help was shown');
}

describe('the help of npm run export', () => {
  it('names every dataset and every option', () => {
    for (const name of [...DATASETS, ...createExportProgram().options.map(({ long }) => `${long}`)]) {
      expect(helpFor()).toContain(name);
    }
  });
});

describe('the help of a dataset', () => {
  it.each(DATASETS)('lists the columns of %s, and marks personal ones', (dataset) => {
    const lines = helpFor(dataset, '--help').split('Columns (')[1]?.split('\n');
    for (const { id, heading, isPersonal } of DECLARATIONS[dataset].columns) {
      const line = lines?.find((candidate) => candidate.slice(4).startsWith(`${id} `));
      expect(line).toContain(heading.nl);
      expect(line?.endsWith('(personal)')).toBe(isPersonal);
    }
  });

  it('lists the filters and says which are required', () => {
    expect(helpFor('discount-orders', '--help')).toMatch(/--from … +needed without --period; First day/);
    expect(helpFor('discount-orders', '--help')).toContain('--only-full [false]');
  });
});
