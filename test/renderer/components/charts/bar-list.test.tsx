import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { BarList } from '../../../../renderer/components/charts/bar-list.tsx';

describe('BarList', () => {
  it('shows every figure as text, with the bars beside it', () => {
    render(
      <BarList
        label="Per winkel"
        rows={[
          { key: '1', name: 'Utrecht', value: 200, figure: '200,00', aside: '80%' },
          { key: '2', name: 'Zwolle', value: -50, figure: '−50,00', aside: '−20%' },
        ]}
      />,
    );
    expect(screen.getByRole('table', { name: 'Per winkel' }).textContent).toBe('Utrecht200,0080%Zwolle−50,00−20%');
    const lengths = [...document.querySelectorAll<HTMLElement>('[aria-hidden] > span')];
    expect(lengths.map(({ style }) => style.width)).toEqual(['100%', '25%']);
    expect(lengths.map(({ dataset }) => 'negative' in dataset)).toEqual([false, true]);
  });

  it('draws no bars if all figures are 0', () => {
    render(<BarList label="Per winkel" rows={[{ key: '1', name: 'Utrecht', value: 0, figure: '0,00' }]} />);
    expect(document.querySelector<HTMLElement>('[aria-hidden] > span')?.style.width).toBe('0px');
  });
});
