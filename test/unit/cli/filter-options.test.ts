import { describe, expect, it } from 'vitest';
import { createExportProgram } from '../../../electron/cli/export-options.ts';

describe('the filters of datasets as options', () => {
  const program = createExportProgram();
  const filters = program.commands.flatMap(({ options }) => options);

  it('have no name that the command has for something else', () => {
    const own = program.options.map(({ long }) => long);
    expect(filters.filter(({ long }) => own.includes(long))).toEqual([]);
  });

  it('are of one kind for every dataset that takes them', () => {
    const kinds = Map.groupBy(filters, ({ long }) => long);
    const mixed = [...kinds].filter(([, options]) => new Set(options.map(({ optional }) => optional)).size > 1);
    expect(mixed).toEqual([]);
    expect(kinds.size).toBeGreaterThan(8);
  });
});
