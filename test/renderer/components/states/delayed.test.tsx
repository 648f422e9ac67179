import { act, render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { Delayed } from '../../../../renderer/components/states/loading.tsx';

describe('delayed content', () => {
  it('is shown after 150 ms and not before', () => {
    vi.useFakeTimers();
    render(<Delayed>waiting</Delayed>);
    act(() => vi.advanceTimersByTime(149));
    expect(screen.queryByText('waiting')).toBeNull();
    act(() => vi.advanceTimersByTime(1));
    expect(screen.getByText('waiting')).toBeDefined();
  });
});
