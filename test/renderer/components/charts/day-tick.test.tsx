import { render } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { DayTick } from '../../../../renderer/components/charts/day-chart.tsx';

const DAY = { label: '12', weekday: 'd', value: 1, compared: 1, isUnfinished: false };

describe('the label under the bars of a day', () => {
  it('is its number, with the letter of its weekday below', () => {
    expect(linesUnder({ width: 660, index: 11 })).toEqual(['12', 'd']);
  });

  it('is only the weekday for a day that only the other month has', () => {
    expect(linesUnder({ width: 660, index: 0, label: '' })).toEqual(['', 'd']);
  });

  it('shows every second number if they would touch, and every weekday', () => {
    expect(linesUnder({ width: 400, index: 10 })).toEqual(['12', 'd']);
    expect(linesUnder({ width: 400, index: 11 })).toEqual(['', 'd']);
  });
});

function linesUnder({ label = DAY.label, ...tick }: { width: number; index: number; label?: string }) {
  const { container } = render(
    <svg role="img" aria-label="axis">
      <DayTick x={20} y={200} visibleTicksCount={33} day={{ ...DAY, label }} {...tick} />
    </svg>,
  );
  return Array.from(container.querySelectorAll('tspan'), ({ textContent }) => textContent);
}
