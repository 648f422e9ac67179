import { describe, expect, it } from 'vitest';
import type { CellValue } from '../../../../shared/datasets/dataset.ts';
import { reportColumns } from '../../../../shared/datasets/declarations.ts';
import { writtenPdf } from '../../../support/written-pdf.ts';

const SECTIONED = { title: 'Financieel rapport', sectionColumn: 'section' };

const REPORT: CellValue[][] = [
  ['Rapport', 'Van', '2026-10-01', null, null, null, null],
  ['Rapport', 'Opgemaakt op', '2026-11-21T00:30:00+01:00', null, null, null, null],
  ['Rapport', 'Winkel', '2026-10-01 pop-up', null, null, null, null],
  ['Omzet', 'Verkopen', '', 1000, 210, 1210, null],
  ['Omzet', 'Brutomarge', '', 400.5, null, null, 40.05],
  ['Controles', 'Omzet klopt', 'berekend', 1000, null, null, null],
  ['Controles', 'Omzet klopt', 'verschil (klopt)', 0, null, null, null],
];

describe('a PDF in sections', () => {
  it('shows a report with each section under its heading, without columns that are empty in it', async () => {
    const { lines } = await writtenPdf(reportColumns, REPORT, SECTIONED);

    expect(lines[0]?.slice(3, -1)).toEqual([
      'Rapport',
      'Regel\tDetail',
      'Van\t01-10-2026',
      'Opgemaakt op\t21-11-2026 00:30',
      'Winkel\t2026-10-01 pop-up',
      'Omzet',
      'Regel\tExcl. btw\tBtw\tIncl. btw\tPercentage',
      'Verkopen\t1.000,00\t210,00\t1.210,00',
      'Brutomarge\t400,50\t40,05',
      'Controles',
      'Regel\tDetail\tExcl. btw',
      'Omzet klopt\tberekend\t1.000,00',
      'Omzet klopt\tverschil (klopt)\t0,00',
    ]);
  });

  it('keeps a heading on the page of the first rows of its section', async () => {
    const rows = Array.from({ length: 40 }, (_, section) =>
      Array.from({ length: 3 }, (_, row) => [`Deel ${section}`, `Regel ${row}`, '', row, null, null, null]),
    );
    const { lines } = await writtenPdf(reportColumns, rows.flat(), SECTIONED);

    expect(lines.length).toBeGreaterThan(3);
    for (const page of lines) {
      page.forEach((line, at) => {
        if (!line.startsWith('Deel')) return;
        expect(page.slice(at + 1, at + 4)).toEqual(['Regel\tExcl. btw', 'Regel 0\t0,00', 'Regel 1\t1,00']);
      });
    }
  });

  it('repeats name and header row of a section that continues', async () => {
    const rows = Array.from({ length: 90 }, (_, row) => ['Omzet', `Groep ${row}`, '', row, null, null, null]);
    const { lines } = await writtenPdf(reportColumns, rows, SECTIONED);

    expect(lines.length).toBeGreaterThan(1);
    lines.forEach((page, index) => {
      const start = index === 0 ? 3 : 1;
      expect(page.slice(start, start + 2)).toEqual(['Omzet', 'Regel\tExcl. btw']);
    });
  });
});
