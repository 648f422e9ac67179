import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useExportsStore } from '../../../../renderer/lib/exports/exports-store.ts';
import { runExport } from '../../../../renderer/lib/exports/run-export.ts';
import type { FinishedExport, RunningExport } from '../../../../shared/contract/exports.ts';
import { type FakeBridge, installFakeBridge, signedIn } from '../../app/support/fake-bridge.ts';
import { renderApp } from '../../app/support/render-app.tsx';
import { requestOf } from '../../app/support/sample-exports.ts';
import { answerSmallCatalog } from '../../features/catalog/shop-catalog.ts';
import { installFakeHost } from '../../features/support/fake-host.ts';

let bridge: FakeBridge;
/** What the host reports about the last requested export. */
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
  it('is shown with rows, pace and time left after a second, and not before', async () => {
    await open();
    told = { phase: 'reading', rows: 500, total: 2_400, elapsedMs: 900 };
    begin();
    await waitFor(() => expect(questions()).toBeGreaterThan(2));
    expect(strip().textContent).not.toContain('500');
    told = { phase: 'reading', rows: 1_200, total: 2_400, elapsedMs: 2_400 };
    await within(strip()).findByText(/^1\.200 van 2\.400 rijen · \d+ rijen\/s · nog \d s$/);
  });

  it('is not announced, but its outcome is', async () => {
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
});

describe('cancelling an export', () => {
  it('calls the host with its key, once, and the line disappears when the host has ended it', async () => {
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
