import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { showUndo } from '../../../../renderer/components/overlays/undo.tsx';
import { renderPage } from '../../features/support/render-page.tsx';

describe('the offer to undo', () => {
  it('says what was removed, restores it once, and disappears', async () => {
    const { user, onUndo } = await removed('Weergave verwijderd.');
    const toast = await screen.findByRole('alert');
    expect(toast.textContent).toContain('Weergave verwijderd.');
    await user.dblClick(within(toast).getByRole('button', { name: 'Ongedaan maken' }));
    expect(onUndo).toHaveBeenCalledTimes(1);
    await waitFor(() => expect(screen.queryByText('Weergave verwijderd.')).toBeNull());
  });

  it('works with the keyboard, but not in a field', async () => {
    const { user, onUndo } = await removed('Regel verwijderd.');
    await screen.findByText('Regel verwijderd.');
    screen.getByRole('textbox').focus();
    await user.keyboard('{Control>}z{/Control}');
    expect(onUndo).not.toHaveBeenCalled();
    screen.getByRole('button', { name: 'elsewhere' }).focus();
    await user.keyboard('{Control>}z{/Control}');
    expect(onUndo).toHaveBeenCalledTimes(1);
  });

  it('is used by the keyboard if it is the newest', async () => {
    const { user, onUndo: undoFirst } = await removed('Eerste weg.');
    const undoSecond = vi.fn();
    showUndo({ message: 'Tweede weg.', onUndo: undoSecond });
    await screen.findByText('Tweede weg.');
    await user.keyboard('{Control>}z{/Control}');
    expect([undoFirst.mock.calls.length, undoSecond.mock.calls.length]).toEqual([0, 1]);
  });
});

async function removed(message: string) {
  const page = await renderPage(
    <>
      <input />
      <button type="button">elsewhere</button>
    </>,
  );
  const onUndo = vi.fn();
  showUndo({ message, onUndo });
  return { ...page, onUndo };
}
