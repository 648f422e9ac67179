import { describe, expect, it } from 'vitest';
import type { Platform } from '../../../../electron/platform/platform.ts';
import { figures as enFigures } from '../../../../renderer/locales/en/figures.ts';
import { figures as nlFigures } from '../../../../renderer/locales/nl/figures.ts';
import type { DayClosing } from '../../../../shared/contract/day-closing.ts';
import { dayClosing } from '../../../../shared/datasets/declarations.ts';
import { documentOf } from '../../../support/export-document.ts';
import { openFixturePlatform } from '../../../support/fixture-platform.ts';
import { numberedReport } from '../../../support/numbered-report.ts';
import { readPdf } from '../../../support/read-pdf.ts';
import { CALLER, LOCATION } from '../../../support/shop-fixture.ts';
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
  it('of a day that is not over says so before anything else', async () => {
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

    expect(noteOf(paper, 'Dagafsluiting')).toMatch(/^Alle controles van deze dag kloppen\. Omzet plus/);
    expect(noteOf(paper, 'Betaalwijzen')).toBe(nlFigures.tillNote);
    expect(noteOf(english, 'Day closing')).toMatch(/^All checks of this day hold\. /);
    expect(noteOf(english, 'Payment methods')).toBe(enFigures.tillNote);
    expect(noteOf(failing, 'Dagafsluiting')).toBeUndefined();
  });

  it('has no figure of what its report does not know', async () => {
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

  it.each([
    [
      'nl',
      'Dagafsluiting',
      [
        'Orders',
        'Orders met retour',
        'Orders met korting',
        'Verleende korting',
        'Niet in de omzet',
        'Eerste ordernummer',
        'Laatste ordernummer',
        'Controles die aandacht vragen',
      ],
    ],
  ] as const)('begins with the counts of the day, in %s', async (language, section, items) => {
    const { rows } = await readClosing({}, language);

    const figures = [
      [null, null, 41],
      [null, null, 2],
      [null, null, 3],
      [null, 38.5, null],
      [null, 154.95, 1],
      ['2026-50231', null, null],
      ['2026-50271', null, null],
      [null, null, 0],
    ];
    expect(cellsOf(rows.slice(0, 8), 'section', 'item', 'detail', 'value_wt', 'count')).toEqual(
      figures.map((cells, index) => [section, items[index], ...cells]),
    );
    expect(rows[8]?.section).not.toBe(section);
  });

  it('has no order numbers on a day without orders', async () => {
    const { rows } = await readClosing({ orders: 0, first_order_number: null, last_order_number: null });

    expect(cellsOf(rows.slice(5, 7), 'detail', 'count')).toEqual([
      [null, null],
      [null, null],
    ]);
    expect(rows[0]?.count).toBe(0);
  });

  it('says nothing of orders that are in no turnover where the platform does not', async () => {
    const { rows } = await readClosing({ uncounted_orders: null, uncounted_value_wt: null });
    expect(rows.map(({ item }) => item)).not.toContain('Niet in de omzet');
  });

  it('is one page on paper, the turnover beside what was received', async () => {
    const { rows, paper } = await readClosing();
    const document = documentOf(dayClosing.columns, { sectionColumn: 'section' });
    const { pages } = await readPdf(await pdfBytes(document, rows, { paper }));

    expect(pages).toHaveLength(1);
    const [page] = pages;
    const leftOf = (title: string) => page?.texts.find(({ text }) => text === title)?.x;
    expect(leftOf('Dagafsluiting')).toBeLessThan(40);
    expect(leftOf('Betaalwijzen')).toBeGreaterThan((page?.width ?? 0) / 2);
    expect(page?.texts.filter(({ size }) => size < 7.9)).toEqual([]);
  });

  it('comes from the VAT of all rates to the turnover, with what no rate has only where there is any', async () => {
    const report = exampleReport();
    const { total_turnover, total_turnover_wt, total_differences, total_differences_wt } = report.revenue;
    const endOf = async (changed: DayClosing['report']) => {
      const { rows } = await readClosing({ report: changed });
      const vat = rows.filter(({ section }) => section === 'Btw per tarief, voor de aangifte');
      return cellsOf(vat.slice(vat.findIndex(({ isSum }) => isSum) + 1), 'item', 'value', 'value_wt');
    };
    const differences = ['Afrondingsverschillen', -total_differences, -total_differences_wt];
    expect(await endOf(report)).toEqual([differences, ['Omzet', total_turnover, total_turnover_wt]]);
    const odd = { ...report.revenue, total_turnover: total_turnover + 1, total_turnover_wt: total_turnover_wt + 1 };
    expect(await endOf({ ...report, revenue: odd })).toEqual([
      differences,
      ['Niet bij een tarief', 1, 1],
      ['Omzet', odd.total_turnover, odd.total_turnover_wt],
    ]);
  });

  it('comes from the turnover to the payments as a sum, to the cent', async () => {
    const { rows } = await readClosing();
    const steps = rows.filter(({ section }) => section === 'Van omzet naar betaalwijzen');
    expect(cellsOf(steps, 'item', 'value_wt')).toEqual([
      ['Omzet', 163.38],
      ['Verkochte cadeaubonnen', 25],
      ['Fooien', 2],
      ['Betalingen op eerdere facturen', 0],
      ['Vooruitbetalingen', 0],
      ['Op rekening, nog niet betaald', -32.7],
      ['Op rekening, inmiddels betaald', -21.8],
      ['Te ontvangen', 135.88],
      ['Totaal betaalwijzen', 135.88],
      ['Verschil', 0],
    ]);
  });

  it.each([
    ['of all', owner, {}, {}],
    [
      'of two locations',
      owner,
      { location_id: `${LOCATION.amsterdam},${LOCATION.utrecht}` },
      { location_id: [LOCATION.amsterdam, LOCATION.utrecht] as number[] },
    ],
    ['of who sees no other', staff, {}, {}],
  ] as const)('is what the page shows of the day and no more, %s', async (_name, caller, filters, query) => {
    const { report, ...closing } = await platform.readReport(caller, 'dayClosing', { ...DAY, ...query });

    const { rows, total, asOf, selection } = await readFrom(platform, dataset, {
      filters: { ...DAY, ...filters },
      caller,
    });

    expect(rows.slice(0, 3).map(({ count }) => count)).toEqual([
      closing.orders,
      closing.returns,
      closing.discounted_orders,
    ]);
    expect(closing.orders).toBeGreaterThan(0);
    const sums = rows.filter(({ isSum }) => isSum);
    const cents = (euros: unknown) => Math.round(Number(euros) * 100);
    for (const sum of sums) {
      const parts = rows.slice(0, rows.indexOf(sum)).filter(({ section, isSum }) => section === sum.section && !isSum);
      expect(parts.reduce((all, row) => all + cents(row.value_wt), 0)).toBe(cents(sum.value_wt));
    }
    expect(sums.find(({ section }) => section === 'Betaalwijzen')?.value_wt).toBe(report.direct_paid?.total_wt);
    expect(rows.length).toBeLessThan(45);
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
    expect([total, asOf]).toEqual([rows.length, report.generated_at]);
    const period = { from: DAY.date, to: DAY.date };
    expect(selection).toMatchObject({ period });
    expect(await selection.count()).toBeNull();
  });
});
