import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ExportButton } from '../../../../renderer/components/exports/export-button.tsx';
import { perTest } from '../../../support/test-scope.ts';
import { installExportBridge } from '../../app/support/export-bridge.ts';
import { renderPage } from '../../features/support/render-page.tsx';

const bridge = perTest(installExportBridge);

describe('something else in the menu of the export button', () => {
  it('is entered by Enter, and Enter again writes its first form', async () => {
    const others = [{ dataset: 'price-tiers', filters: {} }] as const;
    const { user } = await renderPage(<ExportButton dataset="price-list" filters={{}} others={others} />);
    await user.click(screen.getByRole('button', { name: 'Ander bestandstype of andere inhoud' }));
    (await screen.findByRole('menuitem', { name: 'Staffelprijzen' })).focus();
    await user.keyboard('{Enter}');
    const forms = await screen.findByRole('menu', { name: 'Staffelprijzen' });
    await waitFor(() => expect(document.activeElement).toBe(within(forms).getAllByRole('menuitem')[0] ?? null));
    await user.keyboard('{Enter}');
    expect(bridge.calls.find(({ name }) => name === 'exportDataset')?.argument).toMatchObject({
      request: { dataset: 'price-tiers', format: 'csv' },
    });
  });

  it('has tables alone of what another program imports', async () => {
    const others = [{ dataset: 'journal-snelstart', filters: {} }] as const;
    const { user } = await renderPage(<ExportButton dataset="journal" filters={{}} others={others} />);
    await user.click(screen.getByRole('button', { name: 'Ander bestandstype of andere inhoud' }));
    (await screen.findByRole('menuitem', { name: 'Journaalpost voor SnelStart' })).focus();
    await user.keyboard('{Enter}');
    const forms = await screen.findByRole('menu', { name: 'Journaalpost voor SnelStart' });
    expect(within(forms).queryByRole('menuitem', { name: /PDF/ })).toBeNull();
    expect(within(forms).getAllByRole('menuitem')).toHaveLength(3);
  });
});
