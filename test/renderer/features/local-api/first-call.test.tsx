import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { FirstCallLine } from '../../../../renderer/features/local-api/first-call.tsx';
import { openPerTest } from '../../../support/test-scope.ts';
import { renderPage } from '../support/render-page.tsx';
import { installLocalApiWorld, keyOf, requestOf } from './local-api-world.ts';

const world = openPerTest(installLocalApiWorld);

const KEY = keyOf({ id: 7, name: 'Excel', createdAt: '2026-11-21T12:00:00+01:00' });
const CALLED_AT = '2026-11-21T14:02:33+01:00';
const WAITING = 'Wacht tot Excel voor het eerst leest …';
/** The line polls every second. */
const SOON = { timeout: 4_000 };

const ofKey = (number: number, entry: Parameters<typeof requestOf>[1] = {}) =>
  requestOf(number, { apiKey: 'Excel', at: CALLED_AT, ...entry });

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  world.bridge.keys = [KEY];
});

const drawLine = () => renderPage(<FirstCallLine apiKey={KEY} tool="Excel" />);

/** The line, once it has these words. */
async function lineWith(words: string): Promise<HTMLElement> {
  await waitFor(() => expect(screen.getByRole('status').textContent).toContain(words), SOON);
  return screen.getByRole('status');
}

describe('the first call with a new key', () => {
  it('is the first one that was answered, and polling stops after it', async () => {
    await drawLine();
    expect((await lineWith(WAITING)).dataset.state).toBe('waiting');
    world.bridge.requests = [ofKey(2, { at: '2026-11-21T14:09:00+01:00' }), ofKey(1, { path: '/api/products' })];
    const line = await lineWith('Het werkt: Excel heeft om 14:02 gelezen.');
    expect(line.dataset.state).toBe('answered');
    const asked = world.bridge.calls.filter(({ name }) => name === 'readRequests').length;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(world.bridge.calls.filter(({ name }) => name === 'readRequests').length).toBe(asked);
  });

  it.each([
    [400, 'Er staat iets in het verzoek dat de API niet kent'],
    [403, 'alleen met een sleutel mét klantgegevens kan een programma op personen zoeken'],
    [404, 'Dit adres of nummer bestaat niet'],
    [429, 'Er kwamen te veel verzoeken tegelijk'],
    [499, 'Het programma verbrak de verbinding'],
    [500, 'Tilldesk kon het niet uitvoeren'],
    [502, 'Het kassaplatform gaf geen antwoord'],
  ])('says why if it is refused with %i', async (status, reason) => {
    const error = { error: 'Refused', message: 'limit must be 1 and up.' };
    world.bridge.requests = [ofKey(1, { status, error })];
    await drawLine();
    const line = await lineWith(`Excel is om 14:02 geweigerd (GET /api/path-1, status ${status}).`);
    expect(line.dataset.state).toBe('refused');
    expect(line.textContent).toContain(reason);
    expect(line.textContent).toContain('De API zei: limit must be 1 and up.');
  });

  it.each([
    [401, 'Staat de hele sleutel in het programma'],
    [403, 'Het adres moet 127.0.0.1 of localhost zijn'],
    [404, 'Dit adres of nummer bestaat niet'],
  ])('says that it had no user if it is refused with %i, and keeps waiting', async (status, reason) => {
    const nobody = requestOf(1, { at: CALLED_AT, user: null, status, path: '/api/products' });
    world.bridge.requests = [nobody];
    await drawLine();
    const line = await lineWith('Om 14:02 is een verzoek geweigerd (GET /api/products, status');
    expect(line.textContent).not.toContain('zonder geldige sleutel');
    expect(line.textContent).toContain(reason);
    world.bridge.requests = [ofKey(2), nobody];
    await lineWith('Het werkt: Excel');
  });

  it('is not one of another key, another user or the window, nor from before the key was created', async () => {
    const calls = [
      ofKey(1, { at: '2026-11-21T11:59:59+01:00' }),
      ofKey(2, { apiKey: 'Webshop' }),
      ofKey(3, { user: 'Piet' }),
      ofKey(4, { isFromWindow: true }),
      ofKey(5, { apiKey: null, user: null, path: '/health' }),
      ofKey(6, { apiKey: null, user: null, status: 405, path: '/mcp' }),
    ];
    world.bridge.requests = calls.toReversed();
    await drawLine();
    await waitFor(() => {
      expect(world.bridge.calls).toContainEqual({ name: 'readRequests', argument: { after: 6 } });
    }, SOON);
    await lineWith(WAITING);
    world.bridge.requests = [ofKey(7, { at: KEY.createdAt }), ...world.bridge.requests];
    await lineWith('Het werkt: Excel heeft om 12:00');
  });
});
