import { describe, expect, it } from 'vitest';
import { compareFolded, foldText } from '../../../shared/fold-text.ts';

describe('foldText', () => {
  it('takes off case and accents, composed or not', () => {
    expect(foldText('Crème BRÛLÉE')).toBe('creme brulee');
    expect(foldText('Cre\u0300me')).toBe('creme');
    expect(foldText('İstanbul')).toBe('istanbul');
  });

  it('takes off 200,000 accents of one letter, which Unicode would sort for minutes', () => {
    expect(foldText(`a${'\u0301\u0316'.repeat(100_000)}b`)).toBe('ab');
  });
});

describe('compareFolded', () => {
  it('sorts as a person reads', () => {
    expect(['zebra', 'Éclair', 'appel', 'eclair b'].sort(compareFolded)).toEqual([
      'appel',
      'Éclair',
      'eclair b',
      'zebra',
    ]);
  });
});
