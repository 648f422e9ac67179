import { describe, expect, it } from 'vitest';
import type { Platform } from '../../../../electron/platform/platform.ts';
import type { DayClosing } from '../../../../shared/contract/day-closing.ts';
import { dayClosing } from '../../../../shared/datasets/declarations.ts';
import { documentOf } from '../../../support/export-document.ts';
import { openFixturePlatform } from '../../../support/fixture-platform.ts';
import { numberedReport } from '../../../support/numbered-report.ts';
import { readPdf } from '../../../support/read-pdf.ts';
import { CALLER } from '../../../support/shop-fixture.ts';
import { perFile } from '../../../support/test-scope.ts';
import { pdfBytes } from '../../../support/written-pdf.ts';
import { exampleReport } from '../../shared/report-of-figures.ts';
import { CALLER as ANYBODY } from '../export-platform.ts';
import { cellsOf, readFrom, readOver } from './read-dataset.ts';

const { owner, staff } = CALLER;
const { platform } = await perFile(openFixturePlatform);
const dataset = 'day-closing';
const DAY = { date: '2026-10-05' } as const;

function readClosing(changes: Partial<DayClosing> = {}, language: 'nl' | 'en' = 'nl') {
  const closing: DayClosing = {
    ...{
      date: DAY.date,
      location_id: null,
      shop_id: null,
      orders: 41,
      returns: 2,
      discounted_orders: 3,
      discount_value_wt: 38.5,
    },
    ...{ uncounted_orders: 1, uncounted_value_wt: 154.95 },
    ...{ first_order_number: '2026-50231', last_order_number: '2026-50271', report: exampleReport() },
    ...changes,
  };
  const readReport = (async () => closing) as unknown as Platform['readReport'];
  return readOver({ readReport }, dataset, { filters: DAY, caller: ANYBODY, language });
}

describe('the day closing', () => {
  it('says first of all if the day is not over', async () => {
    const report = { ...exampleReport(), generated_at: '2026-10-05T14:02:00+02:00' };
    const [first] = (await readClosing({ report })).rows;
    expect(first).toMatchObject({ item: 'Voorlopige cijfers', detail: 'de dag is nog niet voorbij' });
    const later = { ...report, generated_at: '2026-10-06T09:00:00+02:00' };
    expect((await readClosing({ report: later })).rows[0]).toMatchObject({ item: 'Orders' });
  });

  it('says on paper whether its checks hold, and that nobody counted the cash', async () => {
    const noteOf = (paper: Awaited<ReturnType<typeof readClosing>>['paper'], title: string) =>
      paper?.find((table) => table.title === title)?.note;
    const { paper } = await readClosing();
    const { paper: english } = await readClosing({}, 'en');
    const { paper: failing } = await readClosing({ report: numberedReport() });

    expect(noteOf(paper, 'Dagstaat')).toMatch(/^De dag sluit aan: .* tot op de cent gelijk\.$/);
    expect(noteOf(paper, 'Betaalwijzen')).toBe('Geteld kasgeld, opnames en afstortingen zijn hier niet bekend.');
    expect(noteOf(english, 'End of day')).toMatch(/^The day reconciles: /);
    expect(noteOf(english, 'Payment methods')).toBe('Counted cash, withdrawals and deposits are not known here.');
    expect(noteOf(failing, 'Dagstaat')).toBeUndefined();
  });

  it('leaves figures empty that the report does not know', async () => {
    const { rows, unknown } = await readClosing({ report: { ...numberedReport(), unknown: ['tips', 'differences'] } });
    const unknownRows = rows.filter(({ detail }) => detail === 'niet bekend');
    expect(cellsOf(unknownRows, 'item', 'value', 'vat', 'value_wt')).toEqual([
      ['Afrondingsverschillen', null, null, null],
      ['Fooien', null, null, null],
      ['Afrondingsverschillen', null, null, null],
    ]);
    const expected = rows.find(({ item }) => item === 'Te ontvangen');
    expect(expected?.detail).toBe('zonder afrondingsverschillen, fooien (niet bekend)');
    expect(unknown).toEqual(['tips', 'differences']);
  });

  it('begins with the counts of the day', async () => {
    const { rows } = await readClosing();

    expect(cellsOf(rows.slice(0, 9), 'section', 'item', 'detail', 'value_wt', 'count')).toEqual([
      ['Dagstaat', 'Orders', null, null, 41],
      ['Dagstaat', 'Orders met retour', null, null, 2],
      ['Dagstaat', 'Orders met korting', null, null, 3],
      ['Dagstaat', 'Verleende korting', null, 38.5, null],
      ['Dagstaat', 'Niet in de omzet', null, 154.95, 1],
      ['Dagstaat', 'Eerste ordernummer', '2026-50231', null, null],
      ['Dagstaat', 'Laatste ordernummer', '2026-50271', null, null],
      ['Dagstaat', 'Controles die aandacht vragen', null, null, 0],
      [expect.not.stringContaining('Dagstaat'), expect.any(String), null, expect.any(Number), null],
    ]);
  });

  it('omits the orders outside the turnover if the platform does not report them', async () => {
    const { rows } = await readClosing({ uncounted_orders: null, uncounted_value_wt: null });
    expect(rows.map(({ item }) => item)).not.toContain('Niet in de omzet');
  });

  it('fits on one page, with the turnover beside what was received', async () => {
    const { rows, paper } = await readClosing();
    const document = documentOf(dayClosing.columns, { sectionColumn: 'section' });
    const { pages } = await readPdf(await pdfBytes(document, rows, { paper }));

    expect(pages).toHaveLength(1);
    const [page] = pages;
    const leftOf = (title: string) => page?.texts.find(({ text }) => text === title)?.x;
    expect(leftOf('Dagstaat')).toBeLessThan(40);
    expect(leftOf('Betaalwijzen')).toBeGreaterThan((page?.width ?? 0) / 2);
    expect(page?.texts.filter(({ size }) => size < 7.9)).toEqual([]);
  });

  it.each([
    ['owner', owner],
    ['staff', staff],
  ] as const)('covers the orders and payments that the %s may see', async (_name, caller) => {
    const { report, ...closing } = await platform.readReport(caller, 'dayClosing', DAY);

    const { rows, total, asOf, selection } = await readFrom(platform, dataset, { filters: DAY, caller });

    expect(closing.orders).toBeGreaterThan(0);
    expect(rows[0]?.count).toBe(closing.orders);
    const paid = rows.find(({ section, isSum }) => section === 'Betaalwijzen' && isSum);
    expect(paid?.value_wt).toBe(report.direct_paid?.total_wt);
    expect([total, asOf]).toEqual([rows.length, report.generated_at]);
    expect(selection).toMatchObject({ period: { from: DAY.date, to: DAY.date } });
  });
});
