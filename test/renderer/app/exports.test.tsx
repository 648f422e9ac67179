import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ExportStrip } from '../../../renderer/app/export-strip.tsx';
import { useExportsStore } from '../../../renderer/app/exports-store.ts';
import { ExportButton } from '../../../renderer/components/export-button.tsx';
import type { FinishedExport } from '../../../shared/contract/bridge.ts';
import { installBrowserParts } from '../features/support/browser-parts.ts';
import { renderPage } from '../features/support/render-page.tsx';
import { type FakeBridge, installFakeBridge, Refusal } from './support/fake-bridge.ts';

const SAVED: FinishedExport = {
  id: 'export-1',
  fileName: 'prijslijst.csv',
  rows: 2400,
  bytes: 90_000,
  path: '/home/eva/prijslijst.csv',
  download: null,
};

let bridge: FakeBridge;

beforeEach(() => {
  installBrowserParts();
  bridge = installFakeBridge();
  useExportsStore.setState(useExportsStore.getInitialState(), true);
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('an export', () => {
  it('says that it runs, and then the name of its file with what can be done with it', async () => {
    const { promise, resolve } = Promise.withResolvers<FinishedExport>();
    bridge.on({ exportDataset: () => promise, openExport: () => null, revealExport: () => null });
    const { user } = await renderPage(<PageWithExport />);
    await user.click(screen.getByRole('button', { name: 'Exporteren' }));
    expect(screen.getByRole('status').textContent).toContain('Prijslijst wordt weggeschreven');
    expect((screen.getByRole('button', { name: 'Exporteren' }) as HTMLButtonElement).disabled).toBe(true);
    resolve(SAVED);
    await waitFor(() =>
      expect(screen.getByRole('status').textContent).toContain('prijslijst.csv is klaar: 2.400 rijen'),
    );
    await user.click(screen.getByRole('button', { name: 'Openen' }));
    await user.click(screen.getByRole('button', { name: 'Tonen in map' }));
    expect(bridge.calls.slice(-2)).toEqual([
      { name: 'openExport', argument: { id: 'export-1' } },
      { name: 'revealExport', argument: { id: 'export-1' } },
    ]);
    await user.click(screen.getByRole('button', { name: 'Melding sluiten' }));
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('sends the filters of the page as text, without those that are not set', async () => {
    bridge.on({ exportDataset: () => null });
    const { user } = await renderPage(<PageWithExport />);
    await user.click(screen.getByRole('button', { name: 'Exporteren' }));
    expect(bridge.calls.at(-1)?.argument).toEqual({
      dataset: 'price-list',
      filters: { q: 'pan', from_id: '4' },
      columns: ['sku'],
      language: 'nl',
    });
  });

  it('is fetched by the browser where the host leaves the file to it', async () => {
    bridge.on({ exportDataset: () => ({ ...SAVED, path: null, download: '/downloads/7' }) });
    const clicked: string[] = [];
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      clicked.push(`${this.pathname} as ${this.download}`);
    });
    const { user } = await renderPage(<PageWithExport />);
    await user.click(screen.getByRole('button', { name: 'Exporteren' }));
    await waitFor(() => expect(clicked).toEqual(['/downloads/7 as prijslijst.csv']));
    expect(document.querySelector('a[download]')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Openen' })).toBeNull();
  });

  it('is forgotten when the user chose no file', async () => {
    bridge.on({ exportDataset: () => null });
    const { user } = await renderPage(<PageWithExport />);
    await user.click(screen.getByRole('button', { name: 'Exporteren' }));
    expect(screen.getByRole('status').textContent).toBe('');
  });

  it('says why it failed', async () => {
    bridge.on({
      exportDataset: () => {
        throw new Refusal({ reason: 'in-use' });
      },
    });
    const { user } = await renderPage(<PageWithExport />);
    await user.click(screen.getByRole('button', { name: 'Exporteren' }));
    await waitFor(() =>
      expect(screen.getByRole('status').textContent).toBe(
        'Prijslijst is niet weggeschreven: ' +
          'Het bestand is nog open in een ander programma. Sluit het en exporteer opnieuw.',
      ),
    );
  });

  it('speaks of no request number when it failed for a reason that nobody foresaw', async () => {
    bridge.on({
      exportDataset: () => {
        throw new Refusal({});
      },
    });
    const { user } = await renderPage(<PageWithExport />);
    await user.click(screen.getByRole('button', { name: 'Exporteren' }));
    await waitFor(() =>
      expect(screen.getByRole('status').textContent).toBe(
        'Prijslijst is niet weggeschreven: Er ging binnen Tilldesk iets mis. Probeer het opnieuw.',
      ),
    );
  });

  it('is nobody’s file any more when its user has signed out meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<FinishedExport>();
    bridge.on({ exportDataset: () => promise });
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click');
    const { user } = await renderPage(<PageWithExport />);
    await user.click(screen.getByRole('button', { name: 'Exporteren' }));
    useExportsStore.setState(useExportsStore.getInitialState(), true);
    resolve({ ...SAVED, path: null, download: '/downloads/7' });
    await promise;
    expect(screen.getByRole('status').textContent).toBe('');
    expect(click).not.toHaveBeenCalled();
  });
});

function PageWithExport() {
  return (
    <>
      <ExportButton
        dataset="price-list"
        filters={{ q: 'pan', sort: undefined, only_full: false, from_id: 4 }}
        columns={['sku']}
      />
      <ExportStrip />
    </>
  );
}
