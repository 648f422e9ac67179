import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { RequestsPage } from '../../../../renderer/features/local-api/local-api-page.tsx';
import { openPerTest } from '../../../support/test-scope.ts';
import { cellTexts } from '../../support/table.ts';
import { renderPage } from '../support/render-page.tsx';
import { installLocalApiWorld, requestsUpTo } from './local-api-world.ts';

const world = openPerTest(installLocalApiWorld);

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
});

describe('a row that the user is at', () => {
  beforeEach(() => {
    world.bridge.requests = requestsUpTo(40);
  });

  it.each([
    ['the list is scrolled', () => scrollTo(64), () => scrollTo(0)],
    ['the pointer is on it', () => fireEvent.pointerOver(screen.getByText('/api/path-40')), leaveList],
    ['the keyboard moves through the list', () => act(() => list().focus()), () => act(() => list().blur())],
  ])('does not move while %s', async (_situation, begin, end) => {
    await renderPage(<RequestsPage />);
    await screen.findByText('/api/path-40');
    begin();
    world.bridge.requests = requestsUpTo(42);
    await passSeconds(1);
    expect(shownPaths()[0]).toBe('/api/path-40');
    expect(screen.getByRole('button', { name: '2 nieuwe verzoeken tonen' })).toBeDefined();
    end();
    await waitFor(() => expect(shownPaths()[0]).toBe('/api/path-42'));
    expect(screen.queryByRole('button', { name: /nieuwe verzoeken/ })).toBeNull();
  });

  it('stays held while the focus is on the button that shows new rows', async () => {
    const { user } = await renderPage(<RequestsPage />);
    await screen.findByText('/api/path-40');
    act(() => list().focus());
    world.bridge.requests = requestsUpTo(41);
    await passSeconds(1);
    const button = screen.getByRole('button', { name: '1 nieuw verzoek tonen' });
    act(() => button.focus());
    expect(document.activeElement).toBe(button);
    expect(shownPaths()[0]).toBe('/api/path-40');
    await user.keyboard('{Enter}');
    expect(shownPaths()[0]).toBe('/api/path-41');
    expect(document.activeElement).toBe(list());
  });
});

async function passSeconds(seconds: number) {
  await act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
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
  return [...rows].map((row) => cellTexts(row)[3]);
}
