import { describe, expect, it } from 'vitest';
import { PDF_LABELS } from '../../../../electron/exports/writers/pdf-text.ts';
import { toSheetName } from '../../../../electron/exports/writers/xlsx-workbook.ts';
import { DECLARATIONS } from '../../../../shared/datasets/declarations.ts';
import { REPORT_LABELS } from '../../../../shared/report-labels.ts';

describe('the names of sheets', () => {
  it.each([
    ['Omzet', 'Omzet'],
    ['Open invoices 31/10/2026', 'Open invoices 31-10-2026'],
    ['Btw: 9/21 [%]', 'Btw- 9-21 -%-'],
    ['x'.repeat(31), 'x'.repeat(31)],
    ['x'.repeat(40), `${'x'.repeat(30)}…`],
    ['Op rekening verkocht en inmiddels betaald', 'Op rekening verkocht en inmidd…'],
  ])('turns %j into a name that Excel accepts', (wanted, name) => {
    expect(toSheetName(wanted)).toBe(name);
  });

  it.each(['nl', 'en'] as const)(
    'are complete for every list, with the day of a list that describes a state, in %s',
    (language) => {
      const titles = Object.values(DECLARATIONS)
        .filter(({ sectionColumn }) => sectionColumn === null)
        .map(({ title }) => title[language]);
      const ofDay = DECLARATIONS['open-invoices'].title[language];
      const names = [...titles, `${ofDay} 31-10-2026`, PDF_LABELS[language].about];
      expect(names.map(toSheetName)).toEqual(names);
    },
  );

  it.each(['nl', 'en'] as const)(
    'are unique for the sections of a report, whose apostrophes are not quotes, in %s',
    (language) => {
      const { sections, sheetNames } = REPORT_LABELS[language];
      const whole: readonly string[] = [...Object.values(sections), PDF_LABELS[language].about];
      for (const titles of [whole, Object.values({ ...sections, ...sheetNames })]) {
        const names = titles.map((title) => toSheetName(title).toLowerCase());
        expect(new Set(names).size).toBe(names.length);
        for (const name of names) expect(name).toMatch(/^[^'].*[^']$/);
      }
    },
  );
});
