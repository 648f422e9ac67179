import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AdvancedSettingsPage } from '../../../../renderer/features/settings/settings-page.tsx';
import type { CopyView } from '../../../../shared/contract/window.ts';
import { openPerTest } from '../../../support/test-scope.ts';
import { renderPage } from '../support/render-page.tsx';
import { installSettingsWorld } from './settings-world.ts';

const COPY: CopyView = {
  ...{ platform: 'https://kassa.voorbeeld.nl', account: 'alfa', users: 1 },
  ...{ updatedAt: '2026-11-21T13:00:00+01:00', bytes: 2_340_000 },
};

const world = openPerTest(installSettingsWorld);

async function section(): Promise<HTMLElement> {
  const label = await screen.findByText('Bewaard op deze pc');
  return screen.getByRole('region', { name: label.textContent });
}

describe('the stored copies of other platforms', () => {
  it('are shown with platform, account, age and size', async () => {
    world.bridge.copies = [COPY, { ...COPY, account: 'beta', users: 3, bytes: 20 }];
    await renderPage(<AdvancedSettingsPage />);
    const rows = await within(await section()).findAllByRole('row');
    const cells = rows.slice(1).map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    );
    expect(cells).toEqual([
      ['kassa.voorbeeld.nl', 'alfa', '21-11-2026 13:00', '2,4 MB'],
      ['kassa.voorbeeld.nl', 'beta (3 gebruikers)', '21-11-2026 13:00', '0,1 MB'],
    ]);
  });

  it('are emptied after a confirmation, and not if it is cancelled', async () => {
    world.bridge.copies = [COPY];
    const { user } = await renderPage(<AdvancedSettingsPage />);
    await user.click(await screen.findByRole('button', { name: 'Leegmaken' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Annuleren' }));
    expect(world.bridge.calls.map(({ name }) => name)).not.toContain('emptyCopies');

    await user.click(screen.getByRole('button', { name: 'Leegmaken' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Leegmaken' }));
    expect(await screen.findByText('Verwijderd: 2,4 MB.')).toBeDefined();
    expect(await screen.findByText('Er is niets bewaard.')).toBeDefined();
  });
});
