import { describe, expect, it, onTestFinished } from 'vitest';
import type { Caller } from '../../../electron/base/caller.ts';
import type { ExportRequest } from '../../../shared/contract/exports.ts';
import { openFixturePlatform } from '../../support/fixture-platform.ts';
import { parseCsv } from '../../support/parse-csv.ts';
import { createPlainExporter } from '../../support/plain-exporter.ts';
import { linesOf, readPdf } from '../../support/read-pdf.ts';
import { CALLER, GROUP, LOCATION } from '../../support/shop-fixture.ts';
import { saveWith } from './export-platform.ts';

type Asked = Pick<ExportRequest, 'dataset'> & Partial<ExportRequest>;

const TITLES = ['=SOM(A1) 100% katoen_trui appel', 'Appel', 'Appeltaart bakken, cursus', 'Café crème; "groot"', 'Lamp'];
const TITLES_BY_ID = [3, 1, 4, 2, 0].map((at) => TITLES[at]);

const october = { from: '2026-10-01', to: '2026-10-31' };

async function fixtureExporter() {
  const { store, clock, platform } = await openFixturePlatform();
  onTestFinished(() => store.close());
  const exporter = createPlainExporter({ platform, clock });
  const save = async (asked: Asked, caller: Caller = CALLER.owner) => {
    const { manifest, text, bytes } = await saveWith(exporter, asked, caller);
    const { rows } = manifest;
    if (asked.format === 'pdf') return { manifest, rows, lines: (await readPdf(bytes)).pages.flatMap(linesOf) };
    return { manifest, rows, lines: parseCsv(text.replace('\uFEFF', '')).map((cells) => cells.join(';')) };
  };
  return { platform, store, save };
}

describe('exports of the embedded platform', () => {
  it('have the names of a location and of a filter in the manifest, up to 500 characters', async () => {
    const { store, save } = await fixtureExporter();
    const title = 'x'.repeat(100_000);
    await store.db.updateTable('locations').set({ title }).execute();
    await store.db.updateTable('turnover_groups').set({ title }).execute();

    const report = { ...october, location_id: String(LOCATION.utrecht) };
    expect((await save({ dataset: 'financial-report', filters: report })).manifest.place).toHaveLength(500);
    const { manifest } = await save({ dataset: 'price-list', filters: { product_group_id: String(GROUP.toys) } });
    const named = [manifest.filters, manifest.filtersIn?.nl ?? [], manifest.filtersIn?.en ?? []];
    expect(named.map((filters) => filters.map(({ value }) => value.length))).toEqual([[500], [500], [500]]);
  });

  it('record the filters in both languages, and in that of the file', async () => {
    const { save } = await fixtureExporter();
    const { manifest } = await save({
      dataset: 'open-invoices',
      filters: { as_of: '2026-10-31', sort: '-value_wt' },
      language: 'en',
    });
    const en = [
      { label: 'Open at the end of', value: '31 October 2026', isInHeads: false },
      { label: 'Sorted by', value: 'value incl. VAT, descending', isLimit: false },
    ];
    const nl = [
      { label: 'Open aan het eind van', value: '31 oktober 2026', isInHeads: false },
      { label: 'Volgorde', value: 'bedrag incl. btw, aflopend', isLimit: false },
    ];
    expect([manifest.filters, manifest.filtersIn]).toEqual([en, { nl, en }]);
    expect(manifest.columns).toContain('paid_since');
    expect((await save({ dataset: 'open-invoices', filters: {} })).manifest.columns).not.toContain('paid_since');
    expect((await save({ dataset: 'price-list', filters: {} })).manifest.filtersIn).toBeUndefined();
    const paper = await save({ dataset: 'price-list', filters: {}, format: 'pdf' });
    expect(paper.manifest.filtersIn?.nl).toEqual(paper.manifest.filters);
    expect(paper.manifest.filtersIn?.en).toHaveLength(1);
  });

  it('sort the price list on paper by title, and say so', async () => {
    const { save } = await fixtureExporter();
    const inOrder = async (filters: Record<string, string>) => {
      const { lines } = await save({ dataset: 'price-list', filters, format: 'pdf', columns: ['title'] });
      return {
        titles: lines.filter((line) => TITLES.includes(line)),
        isSaid: lines.some((line) => line.includes('Volgorde: artikel, oplopend')),
      };
    };

    expect(await inOrder({})).toEqual({ titles: TITLES, isSaid: true });
    expect((await inOrder({ sort: '-title' })).titles).toEqual(TITLES.toReversed());
    expect(await inOrder({ sort: 'id' })).toEqual({ titles: TITLES_BY_ID, isSaid: false });
    expect(await inOrder({ q: 'appel' })).toMatchObject({ isSaid: false });
  });
});
