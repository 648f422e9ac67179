import { focusManager } from '@tanstack/react-query';
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RequestsPage } from '../../../../renderer/features/local-api/local-api-page.tsx';
import { openPerTest } from '../../../support/test-scope.ts';
import { cellTexts } from '../../support/table.ts';
import { renderPage } from '../support/render-page.tsx';
import { installLocalApiWorld, requestOf, requestsUpTo } from './local-api-world.ts';

const world = openPerTest(installLocalApiWorld);

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

afterEach(() => {
  focusManager.setFocused(undefined);
});

describe('the requests', () => {
  it('show when, who, what, the outcome and the duration', async () => {
    world.bridge.requests = [
      requestOf(3, { apiKey: 'Boekhouding' }),
      requestOf(2, { user: null, status: 401 }),
      requestOf(1, { status: 502, method: 'POST' }),
    ];
    await renderPage(<RequestsPage />);
    expect(await cellsOf('/api/path-3')).toEqual([
      '14:05:09',
      'Sleutel Boekhouding · Eva Jansen',
      'GET',
      '/api/path-3',
      '200',
      '12',
    ]);
    expect((await cellsOf('/api/path-2')).slice(1)).toEqual([
      'Zonder sleutel',
      'GET',
      '/api/path-2',
      '401geweigerd',
      '12',
    ]);
    expect((await cellsOf('/api/path-1')).slice(2, 5)).toEqual(['POST', '/api/path-1', '502mislukt']);
    expect(shownPaths()).toEqual(['/api/path-3', '/api/path-2', '/api/path-1']);
    expect(screen.queryByText(/^\d\d-\d\d-\d{4} 14:05:09$/)).toBeNull();
    // On paper the day may not be the reader's today.
    act(() => void fireEvent(window, new Event('beforeprint')));
    expect(screen.getAllByText(/^\d\d-\d\d-\d{4} 14:05:09$/).length).toBeGreaterThan(0);
  });

  it.each([
    [['owner'], /^Verzoeken van andere programma’s\./],
    [['accountant', 'staff'], /^Verzoeken van andere programma’s\./],
    [['staff'], /^Verzoeken van andere programma’s namens u\./],
  ] as const)('say whose they are to %s', async (roles, words) => {
    await renderPage(<RequestsPage />, { roles });
    expect(screen.getByText(words)).toBeDefined();
  });

  it('say that there are none yet, and appear by themselves', async () => {
    await renderPage(<RequestsPage />);
    expect(await screen.findByText('Nog geen verzoeken')).toBeDefined();
    world.bridge.requests = requestsUpTo(1);
    await passSeconds(1);
    expect(shownPaths()).toEqual(['/api/path-1']);
    world.bridge.requests = requestsUpTo(2);
    await passSeconds(1);
    expect(shownPaths()).toEqual(['/api/path-2', '/api/path-1']);
    expect(screen.getByText('2 verzoeken')).toBeDefined();
    expect(asked().slice(0, 3)).toEqual([0, 0, 1]);
  });

  it('are not polled while paused, and catch up afterwards', async () => {
    world.bridge.requests = requestsUpTo(1);
    const { user } = await renderPage(<RequestsPage />);
    await screen.findByText('/api/path-1');
    await user.click(screen.getByRole('button', { name: 'Pauzeren' }));
    const before = asked().length;
    world.bridge.requests = requestsUpTo(2);
    await passSeconds(5);
    expect(asked()).toHaveLength(before);
    await user.click(screen.getByRole('button', { name: 'Hervatten' }));
    expect(await screen.findByText('/api/path-2')).toBeDefined();
  });

  it('leave out those of the window itself unless requested', async () => {
    world.bridge.requests = [requestOf(3, { isFromWindow: true }), requestOf(2), requestOf(1, { isFromWindow: true })];
    const { user } = await renderPage(<RequestsPage />);
    await screen.findByText('/api/path-2');
    expect(shownPaths()).toEqual(['/api/path-2']);
    await user.click(screen.getByRole('button', { name: 'Ook van dit venster' }));
    expect(shownPaths()).toEqual(['/api/path-3', '/api/path-2', '/api/path-1']);
  });

  it('expand to their query and to what was wrong with it', async () => {
    world.bridge.requests = [
      requestOf(1, {
        ...{ status: 400, query: 'from=xx&q=…' },
        error: { error: 'Bad Request', message: 'from must be a calendar date, such as 2026-10-01.' },
      }),
    ];
    const { user } = await renderPage(<RequestsPage />);
    await user.click(await screen.findByText('/api/path-1'));
    const details = await screen.findByRole('complementary', { name: 'GET /api/path-1' });
    expect(details.textContent).toContain('400 Bad Request');
    expect(details.textContent).toContain('from must be a calendar date, such as 2026-10-01.');
    expect(details.textContent).toContain('from=xx');
    expect(details.textContent).toContain('00000000-0000-4000-8000-000000000001');
    expect(details.textContent).toContain('Zoekteksten en onbekende parameters worden niet bewaard');
  });
});

async function passSeconds(seconds: number) {
  await act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
}

/** The last known request that each call named. */
function asked(): unknown[] {
  return world.bridge.calls
    .filter(({ name }) => name === 'readRequests')
    .map(({ argument }) => (argument as { after: number }).after);
}

function list(): HTMLElement {
  return screen.getByRole('grid', { name: 'Verzoeken aan de lokale API, nieuwste eerst' });
}

function shownPaths(): (string | undefined)[] {
  const rows = list().querySelectorAll('tr[data-index]');
  return [...rows].map((row) => cellTexts(row)[3]);
}

async function cellsOf(path: string): Promise<string[]> {
  return cellTexts((await screen.findByText(path)).closest('tr'));
}
