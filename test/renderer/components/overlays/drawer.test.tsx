import { screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { Drawer } from '../../../../renderer/components/overlays/drawer.tsx';
import { SearchableFilter } from '../../../../renderer/features/catalog/catalog-filters.tsx';
import { renderPage } from '../../features/support/render-page.tsx';

describe('the drawer', () => {
  it('leaves the focus in the list, where Escape closes it', async () => {
    const { user } = await renderPage(<ListWithDrawer />);
    await user.click(screen.getByRole('button', { name: 'row' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'row' }));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('complementary')).toBeNull();
  });

  it('leaves Escape to an open dropdown', async () => {
    const { user } = await renderPage(
      <>
        <SearchableFilter
          label="Groep"
          options={[{ value: '1', label: 'Planten' }]}
          value={null}
          onChange={() => {}}
          searchLabel="Zoek"
          nothing="Niets"
        />
        <ListWithDrawer />
      </>,
    );
    await user.click(screen.getByRole('button', { name: 'row' }));
    await user.click(screen.getByRole('button', { name: 'Groep' }));
    await user.type(await screen.findByLabelText('Zoek'), '{Escape}');
    expect(screen.getByRole('complementary')).toBeDefined();
  });

  it('returns the focus when it is closed from inside', async () => {
    const { user } = await renderPage(<ListWithDrawer />);
    await user.click(screen.getByRole('button', { name: 'row' }));
    await user.click(screen.getByRole('button', { name: 'Details sluiten' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'row' }));
  });

  it('moves through the list with its buttons, and with the arrow keys while it has the focus', async () => {
    const step = vi.fn();
    const { user } = await renderPage(<ListWithDrawer onStep={step} />);
    await user.click(screen.getByRole('button', { name: 'row' }));
    await user.click(screen.getByRole('button', { name: 'Volgende rij' }));
    await user.keyboard('{ArrowDown}{ArrowUp}');
    expect(step.mock.calls.flat()).toEqual([1, 1, -1]);
  });
});

function ListWithDrawer({ onStep }: { readonly onStep?: (delta: 1 | -1) => void }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        row
      </button>
      {isOpen && (
        <Drawer title="Bloempot" onClose={() => setIsOpen(false)} {...(onStep && { onStep })}>
          details
        </Drawer>
      )}
    </>
  );
}
