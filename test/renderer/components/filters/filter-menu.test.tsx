import { screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { FilterMenu } from '../../../../renderer/components/filters/filter-bar.tsx';
import { renderPage } from '../../features/support/render-page.tsx';

const SHOPS = [{ value: '14', label: 'Kassa Utrecht' }];

describe('a filter with one value', () => {
  it('says that its value is no longer an option, and removes it', async () => {
    const onChange = vi.fn();
    const { user } = await renderPage(<FilterMenu label="Winkel" options={SHOPS} value="999" onChange={onChange} />);
    const value = screen.getByRole('button', { name: 'Winkel: niet meer te vinden' });
    expect(value.textContent).toBe('niet meer te vinden');
    expect(value.title).toBe('999');
    await user.click(screen.getByRole('button', { name: 'Filter Winkel weghalen' }));
    expect(onChange).toHaveBeenCalledWith(null);
  });

  it('names no value before the options are read', async () => {
    await renderPage(<FilterMenu label="Winkel" options={[]} value="14" onChange={vi.fn()} />);
    expect(screen.getByRole('button', { name: 'Winkel: …' }).textContent).toBe('…');
  });
});
