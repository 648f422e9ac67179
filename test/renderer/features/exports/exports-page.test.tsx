import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ExportsPage } from '../../../../renderer/features/exports/exports-page.tsx';
import { openPerTest } from '../../../support/test-scope.ts';
import { ABOUT, installFakeBridge } from '../../app/support/fake-bridge.ts';
import { pastExport, pastMonth, requestOf } from '../../app/support/sample-exports.ts';
import { renderPage } from '../support/render-page.tsx';

const bridge = openPerTest(installFakeBridge);

beforeEach(() => {
  bridge.on({ readAbout: () => ({ ...ABOUT, host: 'electron' }) });
});

describe('the list of exports', () => {
  it('shows for each when, by whom, what, its contents, the type and the number of rows, each in a separate column', async () => {
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
      'Orders met korting',
      'nov 2026 · Utrecht · Korting: volledig gekort',
      'Excel',
      '2.400',
    ]);
    expect((await cells('prijslijst.csv')).slice(1)).toEqual([
      'opdrachtregel',
      'Prijslijst',
      'Omzetgroep: Pannen · Zoektekst: pan',
      'CSV',
      '2.400',
    ]);
    const headings = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect(headings).toEqual(expect.arrayContaining(['Datum', 'Gebruiker', 'Rapport', 'Inhoud', 'Type', 'Rijen']));
  });

  it('marks a file with personal data', async () => {
    bridge.history = [
      pastExport(9, { request: requestOf({ dataset: 'orders' }), columns: ['order_number', 'customer_name'] }),
      pastExport(8, { request: requestOf({ dataset: 'orders' }), columns: ['order_number'], fileName: 'orders.csv' }),
    ];
    await renderPage(<ExportsPage />);
    const marks = await screen.findAllByRole('img', { name: 'persoonsgegevens' });
    expect(marks.map((mark) => [mark.title, mark.closest('tr')?.textContent])).toEqual([
      ['persoonsgegevens', expect.stringContaining('Orders [persoonsgegevens]')],
    ]);
  });

  it('includes month packages', async () => {
    bridge.history = [
      pastMonth(10, { fileName: 'maandpakket_INCOMPLETE.zip', isComplete: false }),
      pastMonth(9, { place: 'Utrecht' }),
      pastExport(8),
    ];
    await renderPage(<ExportsPage />);
    expect((await cells('maandpakket_2026-10_csv.zip')).slice(1)).toEqual([
      'eva@demo.example',
      'Maandpakket',
      'okt 2026 · Utrecht',
      'Zip met CSV',
      '',
    ]);
    expect(await cells('maandpakket_INCOMPLETE.zip')).toContain('onvolledig');
  });

  it('reads further pages on request, after the last one', async () => {
    bridge.history = Array.from({ length: 70 }, (_, place) => pastExport(100 - place));
    const { user } = await renderPage(<ExportsPage />);
    expect(await screen.findByText('Laatste 50 bestanden')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Meer' }));
    expect(await screen.findByText('70 bestanden')).toBeDefined();
    expect(calls('listExportHistory')).toEqual([{}, { before: 51 }]);
    expect(screen.queryByRole('button', { name: 'Meer' })).toBeNull();
  });
});

describe('a listed export', () => {
  it('shows its columns, sums, size and fingerprint', async () => {
    bridge.history = [
      pastExport(8, {
        request: requestOf({ dataset: 'discount-orders' }),
        columns: ['order_number', 'value_wt'],
        sums: { value_wt: 1234.5 },
      }),
    ];
    const drawer = await openDrawer('Orders met korting');
    expect(drawer.textContent).toContain('Ordernummer, Bedrag incl. btw');
    expect(within(drawer).getByRole('row').textContent).toBe('Bedrag incl. btw€\u00a01.234,50');
    expect(within(drawer).getByTitle('90.000 bytes').textContent).toBe('90\u00a0kB');
    expect(within(drawer).getByText('ab12'.repeat(16)).closest('details')?.open).toBe(false);
  });

  it('lists the files and rows of a month package, which can be opened but not compared', async () => {
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

  it('is repeated with the same request', async () => {
    const request = requestOf({
      dataset: 'orders',
      filters: { from: '2026-11-01' },
      columns: ['id', 'customer_name'],
    });
    bridge.history = [pastExport(8, { request })];
    bridge.on({ exportDataset: () => null });
    const drawer = await openDrawer('Orders');
    within(drawer).getByRole('button', { name: 'Opnieuw maken' }).click();
    await waitFor(() => expect(calls('exportDataset')).toMatchObject([{ request }]));
  });
});

async function openDrawer(title = 'Prijslijst'): Promise<HTMLElement> {
  const { user } = await renderPage(<ExportsPage />);
  await user.click((await screen.findAllByText(title, { selector: ':is(th, td) > span' }))[0] as HTMLElement);
  return screen.findByRole('complementary', { name: title });
}

/** The cells of the row of a file. */
async function cells(fileName: string): Promise<(string | null)[]> {
  const row = (await screen.findByTitle(fileName)).closest('tr');
  return Array.from(row?.querySelectorAll(':is(th, td)') ?? [], (cell) => cell.textContent);
}

function calls(name: string): unknown[] {
  return bridge.calls.filter((call) => call.name === name).map(({ argument }) => argument);
}
