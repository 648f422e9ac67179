import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ExportsPage } from '../../../../renderer/features/exports/exports-page.tsx';
import { useExportsStore } from '../../../../renderer/lib/exports/exports-store.ts';
import { perTest } from '../../../support/test-scope.ts';
import { ABOUT, installFakeBridge, Refusal } from '../../app/support/fake-bridge.ts';
import { pastExport, pastMonth, requestOf, savedExport } from '../../app/support/sample-exports.ts';
import { renderPage } from '../support/render-page.tsx';

const bridge = perTest(installFakeBridge);

beforeEach(() => {
  bridge.on({ readAbout: () => ({ ...ABOUT, host: 'electron' }) });
});

describe('the list of exports', () => {
  it('lists for each when, what, which rows, the form, how many, by whom and the file', async () => {
    bridge.history = [
      pastExport(9, {
        request: requestOf({
          dataset: 'discount-orders',
          filters: { from: '2026-11-01', to: '2026-11-30', shop_id: '4', only_full: 'true' },
          format: 'xlsx',
        }),
        period: { from: '2026-11-01', to: '2026-11-30' },
        place: 'Utrecht',
        filters: [{ label: 'Korting', value: 'volledig gekort' }],
        fileName: 'kortingsorders.xlsx',
      }),
      pastExport(8, {
        request: requestOf({ filters: { q: 'pan', product_group_id: '12' } }),
        filters: [
          { label: 'Omzetgroep', value: 'Pannen' },
          { label: 'Zoektekst', value: 'pan' },
        ],
        user: null,
      }),
    ];
    await renderPage(<ExportsPage />);
    expect(await cells('kortingsorders.xlsx')).toEqual([
      '21-11-2026 12:58',
      'eva@demo.example',
      'Kortingsorders kortingsorders.xlsx',
      'nov 2026 · Utrecht · Korting: volledig gekort',
      'XLSX',
      '2.400',
    ]);
    expect((await cells('prijslijst.csv')).slice(1)).toEqual([
      'opdrachtregel',
      'Prijslijst prijslijst.csv',
      'Omzetgroep: Pannen · Zoektekst: pan',
      'CSV',
      '2.400',
    ]);
    expect(screen.getByText(/niet uw administratie voor de bewaarplicht/)).toBeDefined();
  });

  it('marks a file with personal data', async () => {
    bridge.history = [
      pastExport(9, { request: requestOf({ dataset: 'orders' }), columns: ['order_number', 'customer_name'] }),
      pastExport(8, { request: requestOf({ dataset: 'orders' }), columns: ['order_number'], fileName: 'orders.csv' }),
    ];
    await renderPage(<ExportsPage />);
    const marks = await screen.findAllByRole('img', { name: 'persoonsgegevens' });
    expect(marks.map((mark) => [mark.title, mark.closest('tr')?.textContent])).toEqual([
      ['persoonsgegevens', expect.stringContaining('Orders [persoonsgegevens] prijslijst.csv')],
    ]);
  });

  it('tells compared reports apart by their days, place and side of VAT, in this order', async () => {
    const filters = [
      { label: 'Vergeleken met', value: 'de periode ervoor', isLimit: false },
      { label: 'Vergeleken periode', value: '1 t/m 30 september 2026', isLimit: false },
      { label: 'Bedragen', value: 'incl. btw', isLimit: false },
    ] as const;
    const period = { from: '2026-10-01', to: '2026-10-31' };
    const request = (side: 'ex' | 'wt') => requestOf({ dataset: 'report-comparison', filters: { ...period, side } });
    const compared = { from: '2025-10-01', to: '2025-10-23' };
    bridge.history = [
      pastExport(9, { request: request('wt'), period, compared, filters, place: 'Utrecht', fileName: 'own.pdf' }),
      pastExport(8, { request: request('ex'), period, compared, filters, fileName: 'all.pdf' }),
    ];
    await renderPage(<ExportsPage />);
    const selection = 'okt 2026 · met 1 – 23 okt 2025 · incl. btw · Utrecht';
    expect((await cells('own.pdf'))[3]).toBe(selection);
    expect((await cells('all.pdf'))[3]).toBe('okt 2026 · met 1 – 23 okt 2025 · excl. btw · alle winkels');
    expect(screen.getByText(selection).title).toBe(
      'do 1 okt – za 31 okt 2026 · Utrecht · Vergeleken met: de periode ervoor · ' +
        'Vergeleken periode: 1 t/m 30 september 2026 · Bedragen: incl. btw',
    );
  });

  it('says of an export without filters that it has all', async () => {
    bridge.history = [
      pastExport(9),
      pastExport(8, { request: requestOf({ dataset: 'customers' }), fileName: 'k.csv' }),
    ];
    await renderPage(<ExportsPage />);
    expect((await cells('prijslijst.csv'))[3]).toBe('alle artikelen');
    expect((await cells('k.csv'))[3]).toBe('alle klanten');
  });

  it('has the file name and the long name of its type as tooltips', async () => {
    bridge.history = [pastExport(9, { fileName: 'orders_2026-10-01_kassa-1.csv' }), pastMonth(8)];
    await renderPage(<ExportsPage />);
    expect((await screen.findByTitle('orders_2026-10-01_kassa-1.csv')).textContent).toContain('Prijslijst');
    expect(screen.getByTitle('CSV voor Excel').textContent).toBe('CSV');
    expect(screen.getByTitle('Zip, 2 bestanden').textContent).toBe('ZIP');
  });

  it('describes what was selected in the language of the page, where it is recorded in each', async () => {
    const [nl, en] = [[{ label: 'Status', value: 'Afgerond' }], [{ label: 'Status', value: 'Complete' }]];
    bridge.history = [
      pastExport(9, { filters: en, filtersIn: { nl, en }, fileName: 'orders.csv' }),
      pastExport(8, { filters: en, fileName: 'older.csv' }),
    ];
    await renderPage(<ExportsPage />);
    expect((await cells('orders.csv'))[3]).toBe('Status: Afgerond');
    expect((await cells('older.csv'))[3]).toBe('Status: Complete');
  });

  it('has month packages among them, with how many files are in one', async () => {
    bridge.history = [
      pastMonth(10, { fileName: 'maandpakket_INCOMPLETE.zip', isComplete: false }),
      pastMonth(9, { place: 'Utrecht' }),
      pastExport(8),
    ];
    await renderPage(<ExportsPage />);
    expect((await cells('maandpakket_2026-10_csv.zip')).slice(1)).toEqual([
      'eva@demo.example',
      'Maandpakket maandpakket_2026-10_csv.zip',
      'okt 2026 · Utrecht',
      'ZIP',
      '',
    ]);
    expect(await cells('maandpakket_INCOMPLETE.zip')).toContain('onvolledig');
  });

  it('names who reads the list by name', async () => {
    bridge.history = [pastExport(8, { user: 'owner@demo.example' })];
    await renderPage(<ExportsPage />);
    expect(await cells('prijslijst.csv')).toContain('Eva Jansen');
  });

  it('shows how many rows of how many an incomplete file has', async () => {
    const shortfall = { kind: 'moved', message: 'moved' } as const;
    bridge.history = [pastExport(8, { rows: 1200, shortfall })];
    await renderPage(<ExportsPage />);
    const shown = await screen.findByText('1.200 van 2.400');
    expect(shown.className).toContain('incomplete');
  });

  it('reads further pages when asked, after the last one that is there', async () => {
    bridge.history = Array.from({ length: 70 }, (_, place) => pastExport(100 - place));
    const { user } = await renderPage(<ExportsPage />);
    expect(await screen.findByText('Laatste 50 exports')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Meer' }));
    expect(await screen.findByText('70 exports')).toBeDefined();
    expect(calls('listExportHistory')).toEqual([{ before: null }, { before: 51 }]);
    expect(screen.queryByRole('button', { name: 'Meer' })).toBeNull();
  });

  it('shows an export that comes to its end meanwhile, and leaves open what is open', async () => {
    bridge.history = [pastExport(8)];
    const { user } = await renderPage(<ExportsPage />);
    await user.click(await screen.findByText('prijslijst.csv'));
    expect(screen.getByRole('complementary', { name: 'Prijslijst' })).toBeDefined();
    bridge.history = [
      pastExport(9, { request: requestOf({ dataset: 'orders' }), fileName: 'orders.csv' }),
      ...bridge.history,
    ];
    const { begin, settle } = useExportsStore.getState();
    settle(begin(requestOf({ dataset: 'orders' })), { kind: 'done', file: savedExport(), isFetched: true });
    await screen.findByText('Orders');
    expect(screen.getByRole('complementary', { name: 'Prijslijst' })).toBeDefined();
  });

  it('states that there is nothing yet', async () => {
    await renderPage(<ExportsPage />);
    expect(await screen.findByText('Er is nog niets geëxporteerd.')).toBeDefined();
  });

  it('states that it could not be read, and reads again when asked', async () => {
    bridge.on({
      listExportHistory: () => {
        throw new Refusal({});
      },
    });
    const { user } = await renderPage(<ExportsPage />);
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Exporteren zelf gaat gewoon.');
    bridge.on({ listExportHistory: () => ({ entries: [pastExport(8)], hasMore: false }) });
    await user.click(within(alert).getByRole('button', { name: 'Opnieuw proberen' }));
    await screen.findByText('prijslijst.csv');
  });

  it('keeps what it shows and states that it is stale when it cannot be refreshed', async () => {
    bridge.history = [pastExport(8)];
    const { user } = await renderPage(<ExportsPage />);
    await screen.findByText('prijslijst.csv');
    bridge.on({
      listExportHistory: () => {
        throw new Refusal({});
      },
    });
    await user.click(screen.getByRole('button', { name: 'Vernieuwen' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/^Niet bijgewerkt/);
    expect(screen.getByText('prijslijst.csv')).toBeDefined();
  });
});

describe('an export of the list', () => {
  it('shows its columns, sums, size and fingerprint', async () => {
    bridge.history = [
      pastExport(8, {
        request: requestOf({ dataset: 'discount-orders' }),
        columns: ['order_number', 'value_wt'],
        sums: { value_wt: 1234.5 },
      }),
    ];
    const drawer = await openDrawer('Kortingsorders');
    expect(drawer.textContent).toContain('Ordernummer, Bedrag incl. btw');
    expect(within(drawer).getByRole('row').textContent).toBe('Bedrag incl. btw€\u00a01.234,50');
    expect(within(drawer).getByTitle('90.000 bytes').textContent).toBe('90\u00a0kB');
    expect(within(drawer).getByText('ab12'.repeat(16))).toBeDefined();
  });

  it('has the room of two facts for what was selected, and its size as staff read it', async () => {
    bridge.history = [pastExport(8, { place: 'Utrecht', bytes: 47_825 }), pastExport(7, { bytes: 512 })];
    const drawer = await openDrawer();
    expect(within(drawer).getByText('Periode en filters').closest('[data-room="wide"]')?.textContent).toContain(
      'Utrecht',
    );
    expect(within(drawer).getByTitle('47.825 bytes').textContent).toBe('47,8\u00a0kB');
  });

  it('says that its file has personal data, under its title', async () => {
    const request = requestOf({ dataset: 'orders' });
    bridge.history = [pastExport(8, { request, columns: ['order_number', 'customer_name'] })];
    const drawer = await openDrawer('Orders');
    const title = within(drawer).getByRole('heading', { level: 2, name: 'Orders' });
    expect(title.nextElementSibling?.textContent).toBe('[persoonsgegevens]');
  });

  it('without personal data says nothing of them', async () => {
    bridge.history = [pastExport(8, { request: requestOf({ dataset: 'orders' }), columns: ['order_number'] })];
    expect((await openDrawer('Orders')).textContent).not.toContain('[persoonsgegevens]');
  });

  it('says what the platform did not know, also in place of its sum', async () => {
    bridge.history = [
      pastExport(8, {
        request: requestOf({ dataset: 'product-sales' }),
        columns: ['sku', 'cost'],
        sums: { cost: null },
        unknown: ['cost'],
      }),
    ];
    const drawer = await openDrawer('Verkopen per artikel');
    expect(within(drawer).getByRole('row').textContent).toBe('Inkoopwaardeniet bekend');
    expect(drawer.textContent).toContain(
      'Niet bekend op dit platform: inkoopwaarde en marge. Wat daarvan ontbreekt, staat er niet als 0.',
    );
  });

  it('of a price list has its columns under labels, whatever other programs call them', async () => {
    bridge.history = [pastExport(8, { columns: ['sku', 'ppu_wt', 'vat'] })];
    const drawer = await openDrawer();
    expect(drawer.textContent).toContain('Artikelnummer, Prijs incl. btw, Btw %');
  });

  it('that is a month package has its files with their rows, is opened, and compared with nothing', async () => {
    bridge.history = [pastMonth(8, { failedChecks: 2, isOver: false })];
    bridge.on({ showExport: () => ({ href: null }) });
    const drawer = await openDrawer('Maandpakket');
    expect(within(drawer).getByRole('row', { name: /journaal_2026-10\.csv/ }).textContent).toContain('34 rijen');
    expect(drawer.textContent).toContain('2 controles van het rapport kloppen niet.');
    expect(drawer.textContent).toContain('De maand was nog niet voorbij');
    expect(within(drawer).queryByText('Is er iets gewijzigd?')).toBeNull();
    within(drawer).getByRole('button', { name: 'Openen' }).click();
    await waitFor(() => expect(calls('showExport')).toEqual([{ id: 8, where: 'program' }]));
  });

  it('opens its file and its folder', async () => {
    bridge.history = [pastExport(8)];
    bridge.on({ showExport: () => ({ href: null }) });
    const drawer = await openDrawer();
    within(drawer).getByRole('button', { name: 'Openen' }).click();
    within(drawer).getByRole('button', { name: 'Tonen in map' }).click();
    await waitFor(() =>
      expect(calls('showExport')).toEqual([
        { id: 8, where: 'program' },
        { id: 8, where: 'folder' },
      ]),
    );
  });

  it('is fetched once more where the browser keeps downloads', async () => {
    bridge.history = [{ ...pastExport(8), path: null }];
    bridge.on({ showExport: () => ({ href: '/downloads/8' }) });
    const fetched: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      fetched.push(`${this.pathname} as ${this.download}`);
    });
    const drawer = await openDrawer();
    within(drawer).getByRole('button', { name: 'Opnieuw downloaden' }).click();
    await waitFor(() => expect(fetched).toEqual(['/downloads/8 as prijslijst.csv']));
  });

  it('states that its file is no longer stored', async () => {
    bridge.history = [{ ...pastExport(8), path: null }];
    bridge.on({
      showExport: () => {
        throw new Refusal({ status: 404 });
      },
    });
    const drawer = await openDrawer();
    within(drawer).getByRole('button', { name: 'Opnieuw downloaden' }).click();
    expect(await screen.findByText(/niet meer voor downloaden bewaard/)).toBeDefined();
  });

  it('of the command line is shown with its path in a browser, which cannot open it', async () => {
    bridge.history = [pastExport(8, { user: null })];
    bridge.on({ readAbout: () => ABOUT });
    const drawer = await openDrawer();
    await waitFor(() => expect(within(drawer).queryByRole('button', { name: 'Openen' })).toBeNull());
    expect(within(drawer).getByText('/home/eva/prijslijst.csv')).toBeDefined();
  });

  it('is repeated as it was asked for', async () => {
    const request = requestOf({
      dataset: 'orders',
      filters: { from: '2026-11-01' },
      columns: ['id', 'customer_name'],
    });
    bridge.history = [pastExport(8, { request })];
    bridge.on({ exportDataset: () => null });
    const drawer = await openDrawer('Orders');
    within(drawer).getByRole('button', { name: 'Herhalen' }).click();
    await waitFor(() => expect(calls('exportDataset')).toMatchObject([{ request }]));
  });
});

async function openDrawer(title = 'Prijslijst'): Promise<HTMLElement> {
  const { user } = await renderPage(<ExportsPage />);
  await user.click((await screen.findAllByText(title, { selector: 'td > span' }))[0] as HTMLElement);
  return screen.findByRole('complementary', { name: title });
}

/** The lines of the cells of a row; the file name is for paper. */
async function cells(fileName: string): Promise<(string | null)[]> {
  const row = (await screen.findByText(fileName, { selector: 'td span' })).closest('tr');
  return Array.from(
    row?.querySelectorAll('td > span, td:empty, td:not(:has(> span))') ?? [],
    (line) => line.textContent,
  );
}

function calls(name: string): unknown[] {
  return bridge.calls.filter((call) => call.name === name).map(({ argument }) => argument);
}
