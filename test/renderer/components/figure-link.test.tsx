import { useLocation } from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { FigureLink } from '../../../renderer/components/figures.tsx';
import { getItemRowsAddress } from '../../../renderer/lib/address/figure-rows.ts';
import { renderPage } from '../features/support/render-page.tsx';

const rowsOf = (figure: 'sales' | 'returns', amount: number) =>
  getItemRowsAddress({ figure, side: 'ex', amount }, { from: '2026-10-01', to: '2026-10-31' });

/** Two figures whose amounts change each time, and a page with rows. */
function Figures({ amounts }: { readonly amounts: number[] }) {
  const { pathname } = useLocation();
  if (pathname !== '/page') return <p>Regels</p>;
  const amount = amounts.shift() ?? 0;
  return (
    <>
      <FigureLink rows={rowsOf('sales', amount)}>verkopen</FigureLink>
      <FigureLink rows={rowsOf('returns', amount)}>retouren</FigureLink>
    </>
  );
}

describe('a figure that opens its rows', () => {
  it('gets the focus after going back, even if its amount has changed, and only once', async () => {
    const { user, router } = await renderPage(<Figures amounts={[1, 2, 3, 4, 5, 6, 7, 8]} />);
    await user.click(screen.getByRole('link', { name: 'retouren' }));
    await screen.findByText('Regels');
    router.history.back();
    await waitFor(() => expect(document.activeElement?.textContent).toBe('retouren'));
    expect(router.history.location.state.openedFigure).toBeNull();
  });
});
