import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { SOURCES } from '../../../../electron/exports/datasets/registry.ts';
import { ExportsPage } from '../../../../renderer/features/exports/exports-page.tsx';
import {
  hasPersonalColumns,
  hasPlaceFilter,
  listColumnsWithPersonal,
  OFFERED_DATASETS,
} from '../../../../renderer/features/exports/new-export-dialog.tsx';
import { DATASETS } from '../../../../shared/contract/exports.ts';
import { DECLARATIONS } from '../../../../shared/datasets/declarations.ts';
import { openPerTest } from '../../../support/test-scope.ts';
import { installExportBridge } from '../../app/support/export-bridge.ts';
import { installFakeHost, listOf } from '../support/fake-host.ts';
import { renderPage } from '../support/render-page.tsx';

const host = openPerTest(installFakeHost);
// After the host, because it replaces the host's bridge.
const bridge = openPerTest(installExportBridge);

beforeEach(() => {
  host.answer('/api/locations', () => listOf([{ id: 3, title: 'Utrecht' }]));
  host.answer('/api/shops', () =>
    listOf([14, 15].map((id) => ({ id, title: `Linde Utrecht, kassa ${id - 13}`, location_id: 3 }))),
  );
});

describe('a new export', () => {
  it('offers every dataset', () => {
    expect([...OFFERED_DATASETS].toSorted()).toEqual([...DATASETS].toSorted());
  });

  it('asks for a place exactly if the dataset accepts one', () => {
    for (const filter of ['location_id', 'shop_id']) {
      const takers = OFFERED_DATASETS.filter((name) => Object.hasOwn(SOURCES[name].filters.properties, filter));
      expect(OFFERED_DATASETS.filter(hasPlaceFilter)).toEqual(takers);
    }
  });

  it('is for the location or the tills that are chosen', async () => {
    const { user, form } = await openForm();
    await user.click(within(form).getByRole('button', { name: 'Rapport van vorige maand' }));
    await user.click(await within(form).findByRole('button', { name: 'Vestiging of winkel' }));
    await user.click(await screen.findByRole('menuitemcheckbox', { name: 'Utrecht' }));
    await user.click(screen.getByRole('menuitemcheckbox', { name: 'kassa 2' }));
    await user.keyboard('{Escape}');
    expect(await within(form).findByRole('button', { name: 'Winkel: kassa 1' })).toBeDefined();
    await user.click(within(form).getByRole('button', { name: 'Exporteren' }));
    expect(request()).toHaveProperty('filters', { from: '2026-10-01', to: '2026-10-31', shop_id: '14' });
  });

  it('makes no journal entry for days of two months, and says so', async () => {
    const { user, form } = await openForm();
    await user.click(within(form).getByRole('button', { name: 'Journaalpost van vorige maand' }));
    const first = within(form).getByLabelText('Van');
    await user.clear(first);
    await user.type(first, '30-09-2026{Tab}');
    await user.click(within(form).getByRole('button', { name: 'Exporteren' }));
    expect(within(form).getByText('Een journaalpost gaat over dagen van één maand.')).toBeDefined();
    expect(document.activeElement).toBe(within(form).getByLabelText('Tot en met'));
    expect(request()).toBeUndefined();
  });

  it('uses only typed days: an invalid day is asked for again', async () => {
    const { user, form } = await openForm();
    const first = within(form).getByLabelText('Van');
    await user.clear(first);
    await user.type(first, '31-02-2026');
    await user.click(within(form).getByRole('button', { name: 'Exporteren' }));
    expect(document.activeElement).toBe(first);
    expect(first.getAttribute('aria-invalid')).toBe('true');
    expect(request()).toBeUndefined();
  });

  it('has the typed days, and no personal data', async () => {
    const { user, form } = await openForm();
    await user.selectOptions(within(form).getByLabelText('Wat'), 'orders');
    const first = within(form).getByLabelText('Van');
    await user.clear(first);
    await user.type(first, '03-11-2026{Tab}');
    await user.selectOptions(within(form).getByLabelText('Bestandstype'), 'xlsx');
    await user.click(within(form).getByRole('button', { name: 'Exporteren' }));
    expect(request()).toEqual({
      dataset: 'orders',
      filters: { from: '2026-11-03', to: '2026-11-30' },
      format: 'xlsx',
      language: 'nl',
    });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('has personal columns only on request', async () => {
    const { user, form } = await openForm();
    await user.selectOptions(within(form).getByLabelText('Wat'), 'customers');
    const personal = within(form).getByRole<HTMLInputElement>('checkbox', { name: /Met persoonsgegevens/ });
    expect(personal.checked).toBe(false);
    await user.click(personal);
    await user.click(within(form).getByRole('button', { name: 'Exporteren' }));
    expect(request()).toMatchObject({
      dataset: 'customers',
      filters: {},
      columns: [
        'id',
        'name',
        'email',
        'phone',
        'city',
        'country_iso2',
        'segments',
        'date_created',
        'date_last_purchased',
        'order_count',
        'turnover_wt',
        'open_invoices_wt',
      ],
    });
  });

  it('knows every personal column that a declaration has', () => {
    for (const name of OFFERED_DATASETS) {
      const { columns } = DECLARATIONS[name];
      const personal = columns.filter(({ isPersonal }) => isPersonal).map(({ id }) => id);
      expect(hasPersonalColumns(DECLARATIONS[name]), name).toBe(personal.length > 0);
      expect(listColumnsWithPersonal(DECLARATIONS[name])).toEqual(expect.arrayContaining(personal));
    }
  });
});

async function openForm() {
  const { user } = await renderPage(<ExportsPage />);
  await user.click(screen.getByRole('button', { name: 'Ander bestand maken' }));
  return { user, form: await screen.findByRole('dialog', { name: 'Ander bestand maken' }) };
}

function request(): unknown {
  const order = bridge.calls.find(({ name }) => name === 'exportDataset')?.argument;
  return (order as { readonly request: unknown } | undefined)?.request;
}
