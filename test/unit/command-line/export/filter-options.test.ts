import { describe, expect, it } from 'vitest';
import { filterOptions, OWN_OPTIONS } from '../../../../electron/cli/export-options.ts';

describe('filterOptions', () => {
  it('names no option that the command has for something else', () => {
    const taken = filterOptions().filter(({ option }) => OWN_OPTIONS.has(option));
    expect(taken).toEqual([]);
  });

  it('has an option of one kind for every dataset that takes it', () => {
    const kinds = Map.groupBy(filterOptions(), ({ option }) => option);
    const mixed = [...kinds].filter(([, options]) => new Set(options.map(({ isFlag }) => isFlag)).size > 1);
    expect(mixed).toEqual([]);
    expect(kinds.size).toBeGreaterThan(8);
  });
});
