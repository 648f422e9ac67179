import { describe, expect, it } from 'vitest';
import { createFileName } from '../../../electron/exports/file-names.ts';

describe('createFileName', () => {
  it.each([
    [['prijslijst', '2026-11-21'], 'prijslijst_2026-11-21.csv'],
    [['kortingsorders', 'Kassa 1 – Café "Crème"'], 'kortingsorders_kassa-1-cafe-creme.csv'],
    [['a', '..\\..\\C:\\CON.'], 'a_c-con.csv'],
    [['a', '../../etc/passwd'], 'a_etc-passwd.csv'],
    [['a', '日本'], 'a_x.csv'],
    [['a', 'x'.repeat(300)], `a_${'x'.repeat(60)}.csv`],
  ])('turns %j into %s', (parts, name) => {
    expect(createFileName(parts, 'csv')).toBe(name);
  });
});
