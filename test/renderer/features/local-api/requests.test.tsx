import { focusManager } from '@tanstack/react-query';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useColumnsStore } from '../../../../renderer/components/data-table/columns-store.ts';
import { LocalApiPage } from '../../../../renderer/features/local-api/local-api-page.tsx';
import { type FakeBridge, Refusal } from '../../app/support/fake-bridge.ts';
import { renderPage } from '../support/render-page.tsx';
import { installClipboard, installLocalApiWorld, requestOf, requestsUpTo } from './local-api-world.ts';

let bridge: FakeBridge;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  useColumnsStore.setState(useColumnsStore.getInitialState(), true);
  ({ bridge } = installLocalApiWorld());
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  focusManager.setFocused(undefined);
});

describe('the requests', () => {
  it('show when, what, how it ended, how long it took and who asked', async () => {
    bridge.requests = [
      requestOf(3, { apiKey: 'Boekhouding' }),
      requestOf(2, { user: null, status: 401 }),
      requestOf(1, { status: 502, method: 'POST' }),
    ];
    await renderPage(<LocalApiPage />);
    expect(await cellsOf('/api/path-3')).toEqual([
      '14:05:09',
      'GET',
      '/api/path-3',
      '200',
      '12',
      'Sleutel Boekhouding · Eva Jansen',
      '00000000-0000-4000-8000-000000000003',
    ]);
    expect((await cellsOf('/api/path-2')).slice(3, 6)).toEqual(['401geweigerd', '12', 'Niet aangemeld']);
    expect((await cellsOf('/api/path-1')).slice(1, 4)).toEqual(['POST', '/api/path-1', '502mislukt']);
    expect(shownPaths()).toEqual(['/api/path-3', '/api/path-2', '/api/path-1']);
  });

  it('are not said to be none while they are read for the first time', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    bridge.on({ readRequests: () => promise.then(() => ({ entries: requestsUpTo(1), newest: 1 })) });
    await renderPage(<LocalApiPage />);
    expect(list().getAttribute('aria-busy')).toBe('true');
    expect(screen.queryByText('Nog geen verzoeken')).toBeNull();
    resolve();
    expect(await screen.findByText('/api/path-1')).toBeDefined();
    expect(list().getAttribute('aria-busy')).toBe('false');
  });

  it('say that there are none yet, and appear by themselves', async () => {
    await renderPage(<LocalApiPage />);
    expect(await screen.findByText('Nog geen verzoeken')).toBeDefined();
    bridge.requests = requestsUpTo(1);
    await passSeconds(1);
    expect(shownPaths()).toEqual(['/api/path-1']);
    bridge.requests = requestsUpTo(2);
    await passSeconds(1);
    expect(shownPaths()).toEqual(['/api/path-2', '/api/path-1']);
    expect(screen.getByText('2 verzoeken')).toBeDefined();
    expect(asked().slice(0, 3)).toEqual([0, 0, 1]);
  });

  it('let go of all but the latest 500', async () => {
    bridge.requests = requestsUpTo(500);
    await renderPage(<LocalApiPage />);
    expect(await screen.findByText('500 verzoeken')).toBeDefined();
    bridge.requests = requestsUpTo(503);
    await passSeconds(1);
    expect(shownPaths()[0]).toBe('/api/path-503');
    expect(screen.getByText('500 verzoeken')).toBeDefined();
  });

  it('are not asked for while paused, and catch up afterwards', async () => {
    bridge.requests = requestsUpTo(1);
    const { user } = await renderPage(<LocalApiPage />);
    await screen.findByText('/api/path-1');
    await user.click(screen.getByRole('button', { name: 'Pauzeren' }));
    const before = asked().length;
    bridge.requests = requestsUpTo(2);
    await passSeconds(5);
    expect(asked()).toHaveLength(before);
    await user.click(screen.getByRole('button', { name: 'Hervatten' }));
    expect(await screen.findByText('/api/path-2')).toBeDefined();
  });

  it('are not asked for while the page is hidden, and at once when it is seen again', async () => {
    await renderPage(<LocalApiPage />);
    await screen.findByText('Nog geen verzoeken');
    become('hidden');
    const before = asked().length;
    bridge.requests = requestsUpTo(1);
    await passSeconds(5);
    expect(asked()).toHaveLength(before);
    become('visible');
    expect(await screen.findByText('/api/path-1')).toBeDefined();
  });

  it('are cut down to the errors', async () => {
    bridge.requests = [requestOf(3), requestOf(2, { status: 400 }), requestOf(1, { status: 399 })];
    const { user } = await renderPage(<LocalApiPage />);
    await screen.findByText('/api/path-3');
    await user.click(screen.getByRole('button', { name: 'Alleen fouten' }));
    expect(shownPaths()).toEqual(['/api/path-2']);
    expect(screen.getByText('1 verzoek')).toBeDefined();
  });

  it('say that there is no error and offer all of them', async () => {
    bridge.requests = requestsUpTo(1);
    const { user } = await renderPage(<LocalApiPage />);
    await screen.findByText('/api/path-1');
    await user.click(screen.getByRole('button', { name: 'Alleen fouten' }));
    expect(screen.getByText('Geen verzoek met een fout')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Alle verzoeken tonen' }));
    expect(shownPaths()).toEqual(['/api/path-1']);
  });

  it('say what failed, and recover by themselves', async () => {
    bridge.on({ readRequests: failing });
    await renderPage(<LocalApiPage />);
    expect((await screen.findByRole('alert')).textContent).toContain('De API en de sleutels blijven werken.');
    bridge.on({ readRequests: () => ({ entries: requestsUpTo(1), newest: 1 }) });
    await passSeconds(1);
    expect(shownPaths()).toEqual(['/api/path-1']);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('stay, and say that they are stale, when they can no longer be read', async () => {
    bridge.requests = requestsUpTo(1);
    await renderPage(<LocalApiPage />);
    await screen.findByText('/api/path-1');
    bridge.on({ readRequests: failing });
    await passSeconds(1);
    expect((await screen.findByRole('alert')).textContent).toContain('Niet bijgewerkt');
    expect(shownPaths()).toEqual(['/api/path-1']);
  });
});

describe('a row that somebody is at', () => {
  beforeEach(() => {
    bridge.requests = requestsUpTo(40);
  });

  it.each([
    ['the list is scrolled', () => scrollTo(64), () => scrollTo(0)],
    ['the pointer is on it', () => fireEvent.pointerOver(screen.getByText('/api/path-40')), leaveList],
    ['the keys walk the list', () => act(() => list().focus()), () => act(() => list().blur())],
  ])('does not move while %s', async (_situation, begin, end) => {
    await renderPage(<LocalApiPage />);
    await screen.findByText('/api/path-40');
    begin();
    bridge.requests = requestsUpTo(42);
    await passSeconds(1);
    expect(shownPaths()[0]).toBe('/api/path-40');
    expect(screen.getByRole('button', { name: '2 nieuwe verzoeken tonen' })).toBeDefined();
    end();
    await waitFor(() => expect(shownPaths()[0]).toBe('/api/path-42'));
    expect(screen.queryByRole('button', { name: /nieuwe verzoeken/ })).toBeNull();
  });

  it('makes room when what is new is asked for', async () => {
    const { user } = await renderPage(<LocalApiPage />);
    await screen.findByText('/api/path-40');
    scrollTo(64);
    bridge.requests = requestsUpTo(41);
    await passSeconds(1);
    await user.click(screen.getByRole('button', { name: '1 nieuw verzoek tonen' }));
    expect(shownPaths()[0]).toBe('/api/path-41');
  });

  it('keeps the keys when what is new is asked for with them', async () => {
    const { user } = await renderPage(<LocalApiPage />);
    await screen.findByText('/api/path-40');
    scrollTo(64);
    bridge.requests = requestsUpTo(41);
    await passSeconds(1);
    act(() => screen.getByRole('button', { name: '1 nieuw verzoek tonen' }).focus());
    await user.keyboard('{Enter}');
    expect(document.activeElement).toBe(list());
  });

  it('counts only what the filter shows', async () => {
    const { user } = await renderPage(<LocalApiPage />);
    await screen.findByText('/api/path-40');
    await user.click(screen.getByRole('button', { name: 'Alleen fouten' }));
    scrollTo(64);
    bridge.requests = [requestOf(42), requestOf(41, { status: 404 }), ...requestsUpTo(40)];
    await passSeconds(1);
    expect(screen.getByRole('button', { name: '1 nieuw verzoek tonen' })).toBeDefined();
  });

  it('gives its whole number to the clipboard, with its button and with Enter', async () => {
    const { user } = await renderPage(<LocalApiPage />);
    const written = installClipboard('works');
    const row = (await screen.findByText('/api/path-40')).closest('tr');
    if (!row) throw new Error('the path is in no row');
    await user.click(within(row).getByRole('button'));
    expect(await screen.findByText('Gekopieerd')).toBeDefined();
    act(() => list().focus());
    await user.keyboard('{ArrowDown}{Enter}');
    await waitFor(() => expect(written).toHaveLength(2));
    expect(written).toEqual([requestOf(40).requestId, requestOf(39).requestId]);
  });
});

async function passSeconds(seconds: number) {
  await act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
}

/** What each call named as the last request it knew. */
function asked(): unknown[] {
  return bridge.calls
    .filter(({ name }) => name === 'readRequests')
    .map(({ argument }) => (argument as { after: number }).after);
}

function failing(): never {
  throw new Refusal({ status: 500 });
}

function become(visibility: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
}

function list(): HTMLElement {
  return screen.getByRole('grid', { name: 'Verzoeken aan de lokale API, nieuwste eerst' });
}

function scrollTo(top: number) {
  const scroller = list().parentElement;
  if (!scroller) throw new Error('the list has no scroller');
  scroller.scrollTop = top;
  fireEvent.scroll(scroller);
}

function leaveList() {
  const frame = list().parentElement?.parentElement;
  if (!frame) throw new Error('the list has no frame');
  fireEvent.pointerLeave(frame);
}

function shownPaths(): (string | undefined)[] {
  const rows = list().querySelectorAll('tr[data-index]');
  return [...rows].map((row) => row.querySelectorAll('td')[2]?.textContent ?? undefined);
}

async function cellsOf(path: string): Promise<(string | null)[]> {
  const row = (await screen.findByText(path)).closest('tr');
  return [...(row?.querySelectorAll('td') ?? [])].map((cell) => cell.textContent);
}
