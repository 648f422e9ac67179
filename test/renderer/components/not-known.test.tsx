import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { NotKnown } from '../../../renderer/components/figures.tsx';
import { renderPage } from '../features/support/render-page.tsx';

describe('an unknown figure', () => {
  it('says so, and has its reason in its name for a screen reader', async () => {
    await renderPage(<NotKnown name="tips" />, { language: 'en' });
    const figure = screen.getByRole('button');
    expect(figure.textContent).toBe('not known');
    expect(figure.getAttribute('aria-label')).toBe('not known: The platform does not give this amount: tips.');
  });

  it('shows its reason on keyboard focus', async () => {
    const { user } = await renderPage(<NotKnown name="cost" />);
    expect(screen.queryByRole('tooltip')).toBeNull();
    await user.tab();
    expect(document.activeElement).toBe(screen.getByRole('button'));
    expect((await screen.findByRole('tooltip')).textContent).toBe(
      'Van sommige artikelen is de inkoopprijs niet bekend, en de marge daarom ook niet.',
    );
  });
});
