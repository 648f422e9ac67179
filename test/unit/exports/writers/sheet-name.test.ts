import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PDF_LABELS } from '../../../../electron/exports/writers/pdf-text.ts';
import { createSheetNames } from '../../../../electron/exports/writers/xlsx-parts.ts';
import { DECLARATIONS } from '../../../../shared/datasets/declarations.ts';

describe('the names of sheets', () => {
  it.each([
    ['Omzet', 'Omzet'],
    ['Btw: 9/21 [%]', 'Btw- 9-21 -%-'],
    ["'t Winkeltje'", 't Winkeltje'],
    ["De bakker's", "De bakker's"],
    ['', '-'],
    ["'''", '-'],
    ['History', 'History (2)'],
    ['a\u0000b\uD800c', 'a-b-c'],
    ['x'.repeat(31), 'x'.repeat(31)],
    ['x'.repeat(40), `${'x'.repeat(30)}…`],
    [`${'x'.repeat(29)}😀x`, `${'x'.repeat(29)}…`],
    [`${'x'.repeat(29)}'s bakkerij`, `${'x'.repeat(29)}…`],
    ['Op rekening verkocht en inmiddels betaald', 'Op rekening verkocht en inmidd…'],
    ['Nog niet betaald door de klant of later', 'Nog niet betaald door de klant…'],
    ['In te vullen in de aangifte, in hele euro’s', 'In te vullen in de aangifte, i…'],
  ])('makes of %j what Excel takes', (wanted, name) => {
    expect(createSheetNames()(wanted)).toBe(name);
  });

  it.each(['nl', 'en'] as const)('are whole for every list, with the day of one that is a state, in %s', (language) => {
    const titles = Object.values(DECLARATIONS)
      .filter(({ sectionColumn }) => sectionColumn === null)
      .map(({ title }) => title[language]);
    const ofDay = DECLARATIONS['open-invoices'].title[language];
    expect(
      [...titles, `${ofDay} 31-10-2026`, PDF_LABELS[language].about].filter(
        (name) => createSheetNames()(name) !== name,
      ),
    ).toEqual([]);
  });

  it('keep to the rules for any text', () => {
    const wanted = fc.array(fc.string({ unit: fc.constantFrom(..."aA'[]:*?/\\ 😀é", 'history'), maxLength: 40 }));
    fc.assert(
      fc.property(wanted, (texts) => {
        const names = texts.map(createSheetNames());
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
        for (const name of names) {
          expect(name.length).toBeLessThanOrEqual(31);
          expect(name).toMatch(/^[^[\]:*?/\\']([^[\]:*?/\\]*[^[\]:*?/\\'])?$/);
          expect(name.isWellFormed()).toBe(true);
          expect(name.toLowerCase()).not.toBe('history');
        }
      }),
      { seed: 4870, numRuns: 2_000 },
    );
  });
});
