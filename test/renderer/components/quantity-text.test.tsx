import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { QuantityText } from '../../../renderer/components/figures.tsx';
import { renderPage } from '../features/support/render-page.tsx';

describe('a quantity in a column', () => {
  it.each([
    [75, '75', ',000'],
    [-1, '−1', ',000'],
    [1234, '1.234', ',000'],
    [0.5, '0,5', '00'],
    [49.85, '49,85', '0'],
    [1.125, '1,125', ''],
  ])('keeps room for the decimals that %s has not, outside its text', async (value, text, room) => {
    await renderPage(<QuantityText value={value} />);
    const shown = screen.getByText(text);
    expect(shown.textContent).toBe(text);
    expect(shown.getAttribute('data-room')).toBe(room);
  });
});
