import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ExportsPage } from '../../../../renderer/features/exports/exports-page.tsx';
import type { BridgeArgument } from '../../../../shared/contract/bridge.ts';
import type { FinishedMonth } from '../../../../shared/contract/exports.ts';
import { perTest } from '../../../support/test-scope.ts';
import { installExportBridge } from '../../app/support/export-bridge.ts';
import { renderPage } from '../support/render-page.tsx';

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
