import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openPerTest } from '../../../support/test-scope.ts';
import { renderApp } from '../../app/support/render-app.tsx';
import { attemptOf, deliveriesUpTo, deliveryOf, installWebhooksWorld, webhookOf } from './webhooks-world.ts';

const LOG = '/api/webhooks/3/deliveries';

const world = openPerTest(installWebhooksWorld);

beforeEach(() => {
  world.webhooks = [webhookOf()];
});

describe('the deliveries of a webhook', () => {
  it('show time, kind, events, status, attempts, next attempt, answer and duration', async () => {
    world.deliveries = [
      deliveryOf({
        id: 3,
        status: 'pending',
        next_attempt_at: '2026-11-20T14:35:00+01:00',
        attempts: [attemptOf({ status: 500 }), attemptOf({ number: 2, status: null, failure: 'timeout' })],
      }),
      deliveryOf({ id: 2, kind: 'ping', event_count: 0 }),
      deliveryOf({ id: 1, status: 'pending', replay_of: 2, event_count: 1204, attempts: [] }),
    ];
    await open();
    await screen.findByText('Testbericht');
    expect(rows()).toEqual([
      '20-11 14:05:04 | Wijzigingen | 2 | Wachtend | 2 | 20-11 14:35:00 | geen antwoord binnen 15 seconden | 84',
      '20-11 14:05:04 | Testbericht |  | Bezorgd | 1 |  | 204 | 84',
      '20-11 14:05:04 | Herhaling | 1.204 | Wachtend | 0 |  |  | ',
    ]);
    expect(screen.getByText('3 bezorgingen')).toBeDefined();
  });

  it('are requested newest first, a page at a time, and by status', async () => {
    world.deliveries = [...deliveriesUpTo(10_000)];
    const { user } = await open();
    expect(await screen.findByText('10.000 bezorgingen')).toBeDefined();
    expect(asked()).toEqual(['sort=-id&limit=50']);
    world.deliveries = [deliveryOf({ status: 'failed' })];
    await user.click(screen.getByRole('button', { name: 'Status' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Mislukt, gestopt', hidden: true }));
    expect(await screen.findByText('1 bezorging')).toBeDefined();
    expect(asked().at(-1)).toBe('status=failed&sort=-id&limit=50');
  });

  it('appear by themselves, and do not move while the user is at a row', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    world.deliveries = [...deliveriesUpTo(3)];
    const { user } = await open();
    await screen.findByText('3 bezorgingen');
    world.deliveries = [...deliveriesUpTo(4)];
    await passSeconds(5);
    expect(await screen.findByText('4 bezorgingen')).toBeDefined();
    fireEvent.pointerOver(firstRow());
    world.deliveries = [...deliveriesUpTo(6)];
    await passSeconds(5);
    const button = await screen.findByRole('button', { name: '2 nieuwe bezorgingen tonen' });
    expect(screen.getByText('4 bezorgingen')).toBeDefined();
    await user.click(button);
    expect(await screen.findByText('6 bezorgingen')).toBeDefined();
    expect(screen.queryByRole('button', { name: /nieuwe bezorgingen/ })).toBeNull();
  });
});

describe('an open delivery', () => {
  it('shows its attempts with their answers, newest first, and its body', async () => {
    world.deliveries = [
      deliveryOf({
        attempts: [
          attemptOf({ status: 500, answer: '<h1>down</h1>' }),
          attemptOf({ number: 2, answer: '', duration_ms: 1204 }),
        ],
        body: '{"type":"batch","data":{"events":[{"record_id":50231}]}}',
      }),
    ];
    const { user, drawer } = await openFirst();
    const attempts = within(drawer)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(attempts).toEqual([
      'Poging 220-11-2026 14:05:042041.204 msAntwoord zonder tekst',
      'Poging 120-11-2026 14:05:0450084 ms<h1>down</h1>',
    ]);
    expect(drawer.textContent).toContain('"record_id": 50231');
    await user.click(within(drawer).getByRole('radio', { name: 'Zoals verstuurd' }));
    expect(drawer.textContent).toContain('{"type":"batch","data":{"events":[{"record_id":50231}]}}');
  });

  it('copies its body exactly as it is sent', async () => {
    const body = '{"a": "it\'s <b>&amp;</b>",\n"b":1}';
    world.deliveries = [deliveryOf({ body })];
    const { user, drawer } = await openFirst();
    const written: string[] = [];
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({
      writeText: async (text: string) => void written.push(text),
    } as Clipboard);
    await user.click(within(drawer).getByRole('radio', { name: 'Zoals verstuurd' }));
    await user.click(within(drawer).getByRole('button', { name: 'Inhoud kopiëren' }));
    expect(await within(drawer).findByText('Gekopieerd')).toBeDefined();
    expect(written).toEqual([body]);
  });

  it('can be delivered again, which opens the new delivery', async () => {
    world.deliveries = [deliveryOf()];
    const { user, drawer } = await openFirst();
    world.answer(`POST ${LOG}/912/replay`, () => {
      const replay = deliveryOf({ id: 913, status: 'pending', replay_of: 912, attempts: [] });
      world.deliveries = [replay, ...world.deliveries];
      return { status: 202, body: replay };
    });
    await user.click(within(drawer).getByRole('button', { name: 'Opnieuw bezorgen' }));
    const replay = await screen.findByRole('complementary', { name: 'Bezorging 913' });
    expect(replay.textContent).toContain('Herhaling van912');
    expect(await screen.findByText('2 bezorgingen')).toBeDefined();
    expect(within(replay).queryByRole('button', { name: 'Opnieuw bezorgen' })).toBeNull();
    world.answer(`POST ${LOG}/913/retry`, () => ({ status: 202, body: world.deliveries[0] }));
    await user.click(within(replay).getByRole('button', { name: 'Nu proberen' }));
    expect(await within(replay).findByText(/^Er wordt nu een poging gedaan/)).toBeDefined();
  });
});

function open() {
  return renderApp(world.bridge, '/webhooks/3');
}

async function openFirst() {
  const { user } = await open();
  await waitFor(() => expect(rows()).not.toEqual([]));
  await user.click(firstRow());
  return { user, drawer: await screen.findByRole('complementary') };
}

function firstRow(): Element {
  const [row] = document.querySelectorAll('tr[data-index] td');
  if (!row) throw new Error('There is no row.');
  return row;
}

function rows(): string[] {
  return [...document.querySelectorAll('tr[data-index]')].map((row) =>
    [...row.children].map((cell) => cell.textContent).join(' | '),
  );
}

function asked(): string[] {
  const queries = world.asked.filter(({ call }) => call === `GET ${LOG}`);
  return [...new Set(queries.map(({ query }) => query.toString().replace('&start=0', '')))];
}

async function passSeconds(seconds: number): Promise<void> {
  await act(() => vi.advanceTimersByTimeAsync(seconds * 1000));
}
