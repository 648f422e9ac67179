import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AsOf } from '../../../renderer/components/as-of.tsx';
import { forgetCopiedAnswers, noteAnswerHeaders } from '../../../renderer/lib/copied-answers.ts';
import { renderPage } from '../features/support/render-page.tsx';

const NOON = Date.parse('2026-11-21T12:03:00+01:00');

const fromCopy = (age: string) =>
  new Headers({ age, 'cache-status': 'tilldesk; hit; detail="unreachable: shop.example"' });

afterEach(() => {
  forgetCopiedAnswers();
  vi.useRealTimers();
});

describe('answers from a copy', () => {
  it('say of which moment they are and who cannot be reached, until somebody can', async () => {
    await renderPage(<AsOf updatedAt={NOON} isRefreshing={false} isStale={false} onRefresh={() => {}} />);
    vi.useFakeTimers({ now: NOON + 10 * 60_000, toFake: ['Date'] });
    act(() => noteAnswerHeaders(fromCopy('600')));
    expect(screen.getByText('Gegevens van 12:03:00 · geen verbinding met shop.example')).toBeDefined();
    act(() => noteAnswerHeaders(new Headers({ age: '3', 'cache-status': 'tilldesk; hit' })));
    expect(screen.getByText('Stand van 12:03:00')).toBeDefined();
  });
});
