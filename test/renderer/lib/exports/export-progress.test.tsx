import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useExportsStore } from '../../../../renderer/lib/exports/exports-store.ts';
import { runExport } from '../../../../renderer/lib/exports/run-export.ts';
import type { FinishedExport, RunningExport } from '../../../../shared/contract/exports.ts';
import { type FakeBridge, installFakeBridge, signedIn } from '../../app/support/fake-bridge.ts';
import { renderApp } from '../../app/support/render-app.tsx';
import { requestOf, savedExport } from '../../app/support/sample-exports.ts';
import { answerSmallCatalog } from '../../features/catalog/shop-catalog.ts';
import { installFakeHost } from '../../features/support/fake-host.ts';

let bridge: FakeBridge;
/** What the host says of the export that was asked for last. */
let told: Omit<RunningExport, 'key' | 'request'> | null;
let finish: (file: FinishedExport | null) => void;

beforeEach(() => {
  const host = installFakeHost();
  answerSmallCatalog(host);
  bridge = installFakeBridge({ session: signedIn('eva@demo.example') });
  const { promise, resolve } = Promise.withResolvers<FinishedExport | null>();
  finish = resolve;
  told = null;
  bridge.on({
    exportDataset: () => promise,
    readExportProgress: () => {
      const key = useExportsStore.getState().entries.at(-1)?.key;
      const running = told === null || key === undefined ? [] : [{ key, request: requestOf(), ...told }];
      return { running, ended: [] };
    },
  });
});

afterEach(() => {
  finish(null);
});

describe('the progress of an export', () => {
  it('is asked for at the start, and from then on only while one runs', async () => {
    await open();
    await anotherNews();
    expect(questions()).toBe(1);
    begin();
    await waitFor(() => expect(questions()).toBeGreaterThan(2));
    finish(savedExport());
    await screen.findAllByText('prijslijst.csv is klaar: 2.400 rijen');
    const asked = questions();
    await anotherNews();
    expect(questions()).toBe(asked);
  });

  it('is shown with rows, pace and time left after a second, and not before', async () => {
    await open();
    told = { phase: 'reading', rows: 500, total: 2_400, elapsedMs: 900 };
    begin();
    await waitFor(() => expect(questions()).toBeGreaterThan(2));
    expect(strip().textContent).not.toContain('500');
    told = { phase: 'reading', rows: 1_200, total: 2_400, elapsedMs: 2_400 };
    await within(strip()).findByText(/^1\.200 van 2\.400 rijen · \d+ rijen\/s · nog \d s$/);
  });

  it('claims no total and no time left where they are unknown', async () => {
    await open();
    told = { phase: 'reading', rows: 1_200, total: null, elapsedMs: 2_000 };
    begin();
    await within(strip()).findByText('1.200 rijen · 600 rijen/s');
  });

  it('is not read out, but what it has come to is', async () => {
    await open();
    told = { phase: 'reading', rows: 1_200, total: 2_400, elapsedMs: 2_000 };
    begin();
    await within(strip()).findByText(/1\.200 van 2\.400/);
    const live = within(strip()).getByRole('status');
    expect(live.textContent).toBe('Wordt geëxporteerd: Prijslijst (csv)…');
    expect([...strip().querySelectorAll('output, [aria-live]')]).toEqual([]);
    told = { phase: 'again', rows: 0, total: 2_400, elapsedMs: 0 };
    await waitFor(() =>
      expect(live.textContent).toBe('Nog eens lezen: Prijslijst (csv). De gegevens veranderden tijdens het lezen…'),
    );
  });

  it('goes on when another page is opened', async () => {
    const { user } = await open();
    told = { phase: 'reading', rows: 1_200, total: 2_400, elapsedMs: 2_000 };
    begin();
    await within(strip()).findByText(/1\.200 van 2\.400/);
    await user.click(screen.getByRole('link', { name: 'Exports' }));
    await screen.findByRole('heading', { level: 1, name: 'Exports' });
    told = { phase: 'reading', rows: 2_000, total: 2_400, elapsedMs: 3_000 };
    await within(strip()).findByText(/2\.000 van 2\.400/);
  });

  it('is not the business of who signs in next', async () => {
    const { client, user } = await open();
    begin();
    await within(strip()).findAllByText('Wordt geëxporteerd: Prijslijst (csv)…');
    await waitFor(() => expect(client.getQueryData(['export-progress'])).toBeDefined());
    await user.click(screen.getByRole('button', { name: 'Afmelden' }));
    await screen.findByRole('heading', { name: 'Aanmelden bij Tilldesk' });
    expect(useExportsStore.getState().entries).toEqual([]);
    expect(client.getQueryData(['export-progress'])).toBeUndefined();
  });
});

describe('cancelling an export', () => {
  it('asks the host by its key, once, and the line goes when the host has ended it', async () => {
    const { user } = await open();
    begin();
    const [entry] = useExportsStore.getState().entries;
    const button = await within(strip()).findByRole('button', { name: 'Annuleren: Prijslijst (csv)' });
    await user.click(button);
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('true'));
    await user.click(button);
    expect(bridge.calls.filter(({ name }) => name === 'cancelExport')).toEqual([
      { name: 'cancelExport', argument: { key: entry?.key } },
    ]);
    expect(strip().textContent).toContain('Prijslijst');
    finish(null);
    await waitFor(() => expect(strip().textContent).toBe(''));
    expect(document.activeElement).toBe(strip());
  });
});

async function open() {
  const view = await renderApp(bridge, '/catalog');
  await screen.findByRole('heading', { level: 1, name: 'Artikelen' });
  return view;
}

function begin(): void {
  void runExport(requestOf());
}

function strip(): HTMLElement {
  return screen.getByRole('region', { name: 'Lopende exports' });
}

function questions(): number {
  return bridge.calls.filter(({ name }) => name === 'readExportProgress').length;
}

/** Waits for something that is asked more seldom than the progress. */
async function anotherNews(): Promise<void> {
  const news = () => bridge.calls.filter(({ name }) => name === 'readNews').length;
  const before = news();
  await waitFor(() => expect(news()).toBeGreaterThan(before), { timeout: 5_000 });
}
