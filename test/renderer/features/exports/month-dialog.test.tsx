import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ExportsPage } from '../../../../renderer/features/exports/exports-page.tsx';
import type { BridgeArgument } from '../../../../shared/contract/bridge.ts';
import type { FinishedMonth } from '../../../../shared/contract/exports.ts';
import { perTest } from '../../../support/test-scope.ts';
import { installExportBridge } from '../../app/support/export-bridge.ts';
import { ABOUT } from '../../app/support/fake-bridge.ts';
import { pastMonth } from '../../app/support/sample-exports.ts';
import { installFakeHost, listOf } from '../support/fake-host.ts';
import { renderPage } from '../support/render-page.tsx';

const host = perTest(installFakeHost);
const bridge = perTest(installExportBridge);

const MADE: FinishedMonth = {
  ...{ id: 5, fileName: 'maandpakket_2026-10.zip', path: '/downloads/maandpakket_2026-10.zip', download: null },
  ...{ isComplete: true, isOver: true, unknown: [] },
};

describe('the month package', () => {
  it('is of last month, of all locations and in the usual form unless something else is chosen', async () => {
    bridge.on({ exportMonth: () => MADE });
    const { user, dialog } = await openDialog();
    await user.click(within(dialog).getByRole('button', { name: 'Exporteren' }));
    expect(await within(dialog).findByText('/downloads/maandpakket_2026-10.zip is klaar.')).toBeTruthy();
    expect(requests()).toEqual([
      { month: '2026-10', locationId: null, format: 'csv', profile: 'excel', language: 'nl' },
    ]);
  });

  it('is offered from the month of the first order on', async () => {
    host.answer('/api/orders', () => listOf([{ date_purchased: '2026-08-03T10:00:00+02:00' }]));
    const { dialog } = await openDialog();
    const months = () => within(within(dialog).getByLabelText('Maand')).getAllByRole('option');
    await waitFor(() =>
      expect(months().map(({ textContent }) => textContent)).toEqual([
        ...['november 2026', 'oktober 2026', 'september 2026', 'augustus 2026'],
      ]),
    );
    expect((within(dialog).getByLabelText('Maand') as HTMLSelectElement).value).toBe('2026-10');
  });

  it('is opened and shown in its folder from where it was made', async () => {
    bridge.on({
      exportMonth: () => MADE,
      showExport: () => ({ href: null }),
      readAbout: () => ({ ...ABOUT, host: 'electron' }),
    });
    const { user, dialog } = await openDialog();
    await user.click(within(dialog).getByRole('button', { name: 'Exporteren' }));
    await user.click(await within(dialog).findByRole('button', { name: 'Openen' }));
    await user.click(within(dialog).getByRole('button', { name: 'Tonen in map' }));
    expect(bridge.calls.filter(({ name }) => name === 'showExport').map(({ argument }) => argument)).toEqual([
      { id: 5, where: 'program' },
      { id: 5, where: 'folder' },
    ]);
  });

  it('is in the list of exports as soon as it is made', async () => {
    bridge.on({ exportMonth: () => MADE });
    const { user, dialog } = await openDialog();
    bridge.history = [pastMonth(5)];
    await user.click(within(dialog).getByRole('button', { name: 'Exporteren' }));
    expect(await screen.findByText('maandpakket_2026-10_csv.zip', { selector: 'td span' })).toBeTruthy();
  });

  it('says so where it is not complete, and where the month goes on', async () => {
    bridge.on({ exportMonth: () => ({ ...MADE, isComplete: false, isOver: false }) });
    const { user, dialog } = await openDialog();
    await user.selectOptions(within(dialog).getByLabelText('Maand'), 'november 2026');
    await user.click(within(dialog).getByRole('button', { name: 'Exporteren' }));
    expect(await within(dialog).findByText(/is niet volledig, daarom staat INCOMPLETE in de naam/)).toBeTruthy();
    expect(within(dialog).getByText(/Deze maand is nog niet voorbij/)).toBeTruthy();
    expect(requests()).toMatchObject([{ month: '2026-11' }]);
  });

  it('says what goes on, and is cancelled by closing it', async () => {
    bridge.on({ exportMonth: () => new Promise<never>(() => {}), cancelExport: () => null });
    const { user, dialog } = await openDialog();
    await user.click(within(dialog).getByRole('button', { name: 'Exporteren' }));
    expect(await within(dialog).findByText(/Het pakket van oktober 2026 wordt gemaakt/)).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Annuleren' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const [asked] = orders();
    expect(bridge.calls).toContainEqual({ name: 'cancelExport', argument: { key: asked?.key } });
  });
});

function orders(): BridgeArgument<'exportMonth'>[] {
  const asked = bridge.calls.filter(({ name }) => name === 'exportMonth');
  return asked.map(({ argument }) => argument as BridgeArgument<'exportMonth'>);
}

const requests = () => orders().map(({ request }) => request);

async function openDialog() {
  const { user } = await renderPage(<ExportsPage />);
  await user.click(await screen.findByRole('button', { name: 'Maandpakket' }));
  return { user, dialog: await screen.findByRole('dialog', { name: 'Maandpakket' }) };
}
