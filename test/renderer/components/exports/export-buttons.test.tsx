import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ExportButtons } from '../../../../renderer/components/exports/export-buttons.tsx';
import { PAGE_EXPORT_ID } from '../../../../renderer/components/exports/export-forms.ts';
import type { ExportRequest } from '../../../../shared/contract/exports.ts';
import { openPerTest } from '../../../support/test-scope.ts';
import { installExportBridge } from '../../app/support/export-bridge.ts';
import { renderPage } from '../../features/support/render-page.tsx';

const bridge = openPerTest(installExportBridge);

describe('the export buttons', () => {
  it('send the filters of the page as text, without unset ones', async () => {
    const { user } = await renderButtons();
    await user.click(buttonOf('CSV'));
    expect(requests()).toEqual([
      {
        dataset: 'price-list',
        filters: { q: 'pan', priced: 'false', from_id: '4' },
        columns: ['sku'],
        format: 'csv',
        profile: 'excel',
        language: 'nl',
      },
    ]);
  });

  it('write CSV or Excel with one click', async () => {
    const { user } = await renderButtons();
    await user.click(buttonOf('CSV'));
    await user.click(buttonOf('Excel'));
    expect(requests()).toMatchObject([{ format: 'csv', profile: 'excel' }, { format: 'xlsx' }]);
  });

  it('write CSV on the first Ctrl+E, and remember the format of each export', async () => {
    const { user } = await renderButtons();
    pressShortcut();
    expect(requests()).toMatchObject([{ format: 'csv', profile: 'excel' }]);
    await user.click(buttonOf('Excel'));
    await waitFor(() => expect(bridge.preferences.lastExportForm).toBe('xlsx'));
  });

  it('repeat the last format on Ctrl+E, even if it is in the menu', async () => {
    bridge.preferences = { ...bridge.preferences, lastExportForm: 'pdf' };
    await renderButtons();
    await waitFor(() => {
      pressShortcut();
      expect(requests().at(-1)).toMatchObject({ dataset: 'price-list', format: 'pdf' });
    });
  });

  it('look alike, whichever was used last', async () => {
    await renderButtons();
    expect(buttonOf('CSV').dataset.variant).toBe(buttonOf('Excel').dataset.variant);
    expect(buttonOf('CSV').className).toBe(buttonOf('Excel').className);
  });

  it('treat a double click as one export, and a later click as another, while the first still runs', async () => {
    bridge.on({ exportDataset: () => new Promise<null>(() => {}) });
    const { user } = await renderButtons();
    let clickedAt = 0;
    buttonOf('CSV').addEventListener('click', ({ timeStamp }) => {
      clickedAt = timeStamp;
    });
    await user.dblClick(buttonOf('CSV'));
    expect(requests()).toHaveLength(1);
    const later = createEvent.click(buttonOf('CSV'));
    Object.defineProperty(later, 'timeStamp', { value: clickedAt + 600 });
    fireEvent(buttonOf('CSV'), later);
    expect(requests()).toHaveLength(2);
  });
});

describe('the menu beside the export buttons', () => {
  it('has PDF, the formats for programs under "Meer…", and what Excel may do to a CSV', async () => {
    const { user } = await renderButtons();
    await openMenu(user);
    expect((await items()).slice(0, 2)).toEqual(['PDF', 'Meer…']);
    expect(screen.getByText(/voorloopnullen vallen weg/)).toBeDefined();
    await user.click(screen.getByRole('menuitem', { name: 'Meer…' }));
    const more = await screen.findByRole('menu', { name: 'Meer…' });
    expect(
      within(more)
        .getAllByRole('menuitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['CSV voor programma’s', 'JSON-regels']);
  });

  it('writes the chosen format, and Ctrl+E repeats that too', async () => {
    const { user } = await renderButtons();
    await openMenu(user);
    (await screen.findByRole('menuitem', { name: 'Meer…' })).focus();
    await user.keyboard('{Enter}');
    (await screen.findByRole('menuitem', { name: 'CSV voor programma’s' })).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(bridge.preferences.lastExportForm).toBe('csv-data'));
    pressShortcut();
    const data = { dataset: 'price-list', format: 'csv', profile: 'data', columns: ['sku'] };
    await waitFor(() => expect(requests()).toMatchObject([data, data]));
  });

  it('offers other exports of the page by name, in every format, with the keyboard only', async () => {
    const { user } = await renderButtons();
    await openMenu(user);
    const tiers = await screen.findByRole('menuitem', { name: 'Staffelprijzen' });
    expect(await screen.findByRole('menuitem', { name: 'Zoals hier' })).toBeDefined();
    tiers.focus();
    await user.keyboard('{ArrowRight}');
    const forms = await screen.findByRole('menu', { name: 'Staffelprijzen' });
    const pdf = within(forms).getByRole('menuitem', { name: 'PDF' });
    await waitFor(() => expect(forms.contains(document.activeElement)).toBe(true));
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(document.activeElement).toBe(pdf);
    await user.keyboard('{Enter}');
    expect(requests()).toEqual([{ dataset: 'price-tiers', filters: { q: 'pan' }, format: 'pdf', language: 'nl' }]);
  });
});

function renderButtons() {
  return renderPage(
    <ExportButtons
      dataset="price-list"
      filters={{ q: 'pan', sort: undefined, priced: false, from_id: 4 }}
      columns={['sku']}
      others={[
        { dataset: 'catalog', label: 'Zoals hier', filters: {} },
        { dataset: 'price-tiers', filters: { q: 'pan' } },
      ]}
    />,
  );
}

function buttonOf(label: string): HTMLButtonElement {
  return screen.getByRole<HTMLButtonElement>('button', { name: `Exporteren als ${label}` });
}

/** Presses Ctrl+E on a page. */
function pressShortcut(): void {
  document.getElementById(PAGE_EXPORT_ID)?.click();
}

async function items(): Promise<readonly (string | null)[]> {
  return (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
}

function openMenu(user: UserEvent): Promise<void> {
  return user.click(screen.getByRole('button', { name: 'PDF en meer' }));
}

function calls(name: string): unknown[] {
  return bridge.calls.filter((call) => call.name === name).map(({ argument }) => argument);
}

function requests(): unknown[] {
  return calls('exportDataset').map((order) => (order as { readonly request: ExportRequest }).request);
}
