import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ExportButton } from '../../../../renderer/components/exports/export-button.tsx';
import type { ExportRequest } from '../../../../shared/contract/exports.ts';
import { perTest } from '../../../support/test-scope.ts';
import { installExportBridge } from '../../app/support/export-bridge.ts';
import { renderPage } from '../../features/support/render-page.tsx';

const bridge = perTest(installExportBridge);

describe('the export button', () => {
  it('sends the filters of the page as text, without those that are not set', async () => {
    const { user } = await renderButton();
    await user.click(mainPart());
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

  it('writes the CSV profile that the settings remember', async () => {
    bridge.settings = { ...bridge.settings, csvProfile: 'data' };
    const { user } = await renderButton();
    await waitFor(() => expect(mainPart().title).toBe('CSV voor andere programma’s'));
    await user.click(mainPart());
    expect(requests()).toMatchObject([{ format: 'csv', profile: 'data' }]);
  });

  it('takes a double click for one export, and a later one for another, while the first still runs', async () => {
    bridge.on({ exportDataset: () => new Promise<null>(() => {}) });
    const { user } = await renderButton();
    let clickedAt = 0;
    mainPart().addEventListener('click', ({ timeStamp }) => {
      clickedAt = timeStamp;
    });
    await user.dblClick(mainPart());
    expect(requests()).toHaveLength(1);
    const later = createEvent.click(mainPart());
    Object.defineProperty(later, 'timeStamp', { value: clickedAt + 600 });
    fireEvent(mainPart(), later);
    expect(requests()).toHaveLength(2);
  });
});

describe('the menu of the export button', () => {
  it('has every form, states what each is for, and highlights the one that the button writes', async () => {
    const { user } = await renderButton();
    await openMenu(user);
    const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    expect(items.slice(0, 5)).toEqual([
      'CSV voor ExcelOpent goed in Nederlandstalig ExcelGebruikt door de knop',
      'CSV voor andere programma’sMet komma’s, punten en ISO-datums',
      'Excel-werkmap (.xlsx)Met echte getallen en datums',
      'PDFOm af te drukken of te mailen, tot 5.000 rijen',
      'JSON-regels (.jsonl)Elke rij als JSON, zoals de API hem geeft',
    ]);
  });

  it.each([
    [/^Excel-werkmap/, 'xlsx'],
    [/^JSON-regels/, 'jsonl'],
  ] as const)('writes %s and leaves the settings as they are', async (name, format) => {
    const { user } = await renderButton();
    await openMenu(user);
    await user.click(await screen.findByRole('menuitem', { name }));
    expect(requests()).toMatchObject([{ dataset: 'price-list', format, columns: ['sku'] }]);
    expect(calls('changeSettings')).toEqual([]);
  });

  it('remembers the CSV profile that is chosen, so that the button writes it from then on', async () => {
    const { user } = await renderButton();
    await openMenu(user);
    await user.click(await screen.findByRole('menuitem', { name: /^CSV voor andere programma’s/ }));
    expect(requests()).toMatchObject([{ format: 'csv', profile: 'data' }]);
    expect(bridge.settings.csvProfile).toBe('data');
    await waitFor(() => expect(mainPart().title).toBe('CSV voor andere programma’s'));
    await openMenu(user);
    const marked = await screen.findByRole('menuitem', { name: /Gebruikt door de knop/ });
    expect(marked.textContent).toContain('CSV voor andere programma’s');
  });

  it('offers what else the page has under its own name, in every form, by the keys alone', async () => {
    const { user } = await renderButton();
    await openMenu(user);
    const tiers = await screen.findByRole('menuitem', { name: 'Staffelprijzen' });
    expect(await screen.findByRole('menuitem', { name: 'Zoals hier' })).toBeDefined();
    tiers.focus();
    await user.keyboard('{ArrowRight}');
    const forms = await screen.findByRole('menu', { name: 'Staffelprijzen' });
    // The button writes something else, in whatever form.
    expect(forms.textContent).not.toContain('Gebruikt door de knop');
    const pdf = within(forms).getByRole('menuitem', { name: /^PDF/ });
    await waitFor(() => expect(forms.contains(document.activeElement)).toBe(true));
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(document.activeElement).toBe(pdf);
    await user.keyboard('{Enter}');
    expect(requests()).toEqual([{ dataset: 'price-tiers', filters: { q: 'pan' }, format: 'pdf', language: 'nl' }]);
  });
});

function renderButton() {
  return renderPage(
    <ExportButton
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

function mainPart(): HTMLButtonElement {
  return screen.getByRole<HTMLButtonElement>('button', { name: 'Exporteren' });
}

function openMenu(user: UserEvent): Promise<void> {
  return user.click(screen.getByRole('button', { name: 'Ander bestandstype of andere inhoud' }));
}

function calls(name: string): unknown[] {
  return bridge.calls.filter((call) => call.name === name).map(({ argument }) => argument);
}

function requests(): unknown[] {
  return calls('exportDataset').map((order) => (order as { readonly request: ExportRequest }).request);
}
