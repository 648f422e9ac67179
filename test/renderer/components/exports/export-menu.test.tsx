import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ExportButtons } from '../../../../renderer/components/exports/export-buttons.tsx';
import { openPerTest } from '../../../support/test-scope.ts';
import { installExportBridge } from '../../app/support/export-bridge.ts';
import { renderPage } from '../../features/support/render-page.tsx';

openPerTest(installExportBridge);

describe('another export in the menu of the export button', () => {
  it('offers only table formats if another program imports it', async () => {
    const others = [{ dataset: 'journal-snelstart', filters: {} }] as const;
    const { user } = await renderPage(<ExportButtons dataset="journal" filters={{}} others={others} />);
    await user.click(screen.getByRole('button', { name: 'PDF en meer' }));
    (await screen.findByRole('menuitem', { name: 'Journaalpost voor SnelStart' })).focus();
    await user.keyboard('{Enter}');
    const forms = await screen.findByRole('menu', { name: 'Journaalpost voor SnelStart' });
    expect(within(forms).queryByRole('menuitem', { name: /PDF/ })).toBeNull();
    expect(within(forms).getAllByRole('menuitem')).toHaveLength(3);
  });
});
