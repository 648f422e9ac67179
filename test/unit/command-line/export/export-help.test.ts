import { describe, expect, it } from 'vitest';
import { datasetHelp, EXPORT_HELP } from '../../../../electron/cli/export-help.ts';
import { OWN_OPTIONS } from '../../../../electron/cli/export-options.ts';
import { DATASETS } from '../../../../shared/contract/exports.ts';
import { DECLARATIONS } from '../../../../shared/datasets/declarations.ts';

const LONGEST_LINE = 120;

describe('EXPORT_HELP', () => {
  it('names every dataset and every option', () => {
    for (const name of [...DATASETS, ...[...OWN_OPTIONS].map((option) => `--${option}`)]) {
      expect(EXPORT_HELP).toContain(name);
    }
  });

  it('fits a terminal', () => {
    expect(EXPORT_HELP.split('\n').filter((line) => line.length > LONGEST_LINE)).toEqual([]);
  });
});

describe('datasetHelp', () => {
  it.each(DATASETS)('lists the columns of %s, personal ones marked', (dataset) => {
    const lines = datasetHelp(dataset).split('Columns (')[1]?.split('\n');
    for (const { id, heading, isPersonal } of DECLARATIONS[dataset].columns) {
      const line = lines?.find((candidate) => candidate.slice(4).startsWith(`${id} `));
      expect(line).toContain(heading.nl);
      expect(line?.endsWith('(personal)')).toBe(isPersonal);
    }
  });

  it('lists the filters and says which are needed', () => {
    expect(datasetHelp('discount-orders')).toMatch(/--from … +needed; First day/);
    expect(datasetHelp('discount-orders')).toContain('--only-full [false]');
  });
});
