import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ExportStrip } from '../../../../renderer/app/shell/export-strip.tsx';
import { useExportsStore } from '../../../../renderer/lib/exports/exports-store.ts';
import { runExport } from '../../../../renderer/lib/exports/run-export.ts';
import type { ExportRequest, FinishedExport } from '../../../../shared/contract/exports.ts';
import { openPerTest } from '../../../support/test-scope.ts';
import { renderPage } from '../../features/support/render-page.tsx';
import { ABOUT, installFakeBridge, Refusal } from '../support/fake-bridge.ts';
import { downloadedExport, requestOf, savedExport } from '../support/sample-exports.ts';

const bridge = openPerTest(installFakeBridge);

/** The first export loads code, which takes time in a test. */
beforeAll(async () => {
  await import('../../../../renderer/app/shell/export-lines.tsx');
  await import('../../../../renderer/app/shell/export-lines.tsx');
});

beforeEach(() => {
  bridge.on({ readAbout: () => ({ ...ABOUT, host: 'electron' }) });
});

describe('an export', () => {
  it('shows that it runs, and then the name of its file with its actions', async () => {
    const { promise, resolve } = Promise.withResolvers<FinishedExport>();
    bridge.on({ exportDataset: () => promise, showExport: () => ({ href: null }) });
    const { user } = await renderStrip();
    await waitFor(() => expect(shown()).toBe('Wordt geëxporteerd: Prijslijst (csv)…'));
    resolve(savedExport());
    await waitFor(() => expect(shown()).toBe('prijslijst.csv is klaar: 2.400 rijen'));
    await user.click(screen.getByRole('button', { name: 'Openen' }));
    await user.click(screen.getByRole('button', { name: 'Tonen in map' }));
    expect(calls('showExport')).toEqual([
      { id: 7, where: 'program' },
      { id: 7, where: 'folder' },
    ]);
    await user.click(screen.getByRole('button', { name: 'Melding sluiten: Prijslijst (csv)' }));
    expect(shown()).toBe('');
  });

  it('disappears after a while, but not while the pointer is on it; an incomplete one stays', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      bridge.on({ exportDataset: () => savedExport() });
      await renderStrip();
      await waitFor(() => expect(shown()).not.toBe(''));
      const strip = screen.getByRole('region', { name: /^Export/ });
      fireEvent.pointerEnter(strip);
      await act(() => vi.advanceTimersByTimeAsync(20_000));
      expect(shown()).not.toBe('');
      fireEvent.pointerLeave(strip);
      await act(() => vi.advanceTimersByTimeAsync(10_000));
      expect(shown()).toBe('');
      bridge.on({ exportDataset: () => savedExport({ shortfall: { kind: 'moved', message: 'Rows moved.' } }) });
      await act(() => runExport(requestOf()));
      await act(() => vi.advanceTimersByTimeAsync(20_000));
      expect(shown()).toContain('INCOMPLETE');
    } finally {
      vi.useRealTimers();
    }
  });

  it('is downloaded by the browser if the host leaves the file to it', async () => {
    bridge.on({ exportDataset: () => downloadedExport() });
    const clicked = spyOnDownloads();
    await renderStrip();
    await waitFor(() => expect(clicked).toEqual(['/downloads/7 as prijslijst.csv']));
    expect(document.querySelector('a[download]')).toBeNull();
    await waitFor(() => expect(shown()).not.toBe(''));
    expect(shown()).toBe('prijslijst.csv (in Downloads) is klaar: 2.400 rijen');
    expect(screen.queryByRole('button', { name: 'Openen' })).toBeNull();
  });

  it('is not shown to anybody once its user has signed out', async () => {
    const { promise, resolve } = Promise.withResolvers<FinishedExport>();
    bridge.on({ exportDataset: () => promise });
    const clicked = spyOnDownloads();
    await renderStrip();
    useExportsStore.setState(useExportsStore.getInitialState(), true);
    resolve(downloadedExport());
    await promise;
    expect(useExportsStore.getState().entries).toEqual([]);
    expect(clicked).toEqual([]);
  });
});

describe('an export that is not complete', () => {
  it('says how many rows of how many it has, why, and what its name contains, but not that it is ready', async () => {
    const shortfall = { kind: 'moved', message: 'moved twice' } as const;
    const fileName = 'prijslijst_INCOMPLETE.csv';
    bridge.on({ exportDataset: () => savedExport({ fileName, rows: 1200, total: 2400, shortfall }) });
    const { container } = await renderStrip();
    await waitFor(() => expect(container.querySelector('[data-state]')).not.toBeNull());
    await waitFor(() =>
      expect(shown()).toBe(
        'prijslijst_INCOMPLETE.csv is niet volledig, daarom staat INCOMPLETE in de naam: ' +
          '1.200 van de 2.400 rijen. De gegevens bleven veranderen tijdens het lezen. Exporteer later opnieuw.',
      ),
    );
    expect(container.querySelector('[data-state]')?.getAttribute('data-state')).toBe('incomplete');
  });

  it('claims no number of rows if it is unknown', async () => {
    const shortfall = { kind: 'failed', message: 'gone' } as const;
    bridge.on({ exportDataset: () => savedExport({ rows: 1200, total: null, shortfall }) });
    await renderStrip();
    await waitFor(() => expect(shown()).toContain('1.200 rijen, en er zijn er meer.'));
    expect(shown()).toContain('Het kassaplatform viel tijdens het exporteren uit.');
  });
});

describe('an export that fails', () => {
  it.each([
    ['in-use', 'Het bestand is nog open in een ander programma. Sluit het en exporteer opnieuw.'],
    ['bad-name', 'Een bestand kan niet zo heten. Kies een andere naam.'],
  ] as const)('says why: %s', async (reason, words) => {
    bridge.on({
      exportDataset: () => {
        throw new Refusal({ reason, message: '6000 rows' });
      },
    });
    await renderStrip();
    await waitFor(() => expect(shown()).toBe(`Export mislukt: Prijslijst (csv). ${words}`));
  });
});

describe('several exports', () => {
  it('are shown as one line for the newest, which expands to a line each, even for the same dataset', async () => {
    const { promise, resolve } = Promise.withResolvers<FinishedExport>();
    bridge.on({
      exportDataset: ({ request }: { request: ExportRequest }) =>
        request.format === 'csv' ? promise : savedExport({ fileName: 'prijslijst.xlsx' }),
    });
    const { user } = await renderStrip(requestOf(), requestOf({ format: 'xlsx' }));
    await waitFor(() => expect(lines()[0]).toContain('prijslijst.xlsx is klaar'));
    expect(lines()).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Nog 1' }));
    expect(lines()[1]).toContain('Wordt geëxporteerd: Prijslijst (csv)…');
    resolve(savedExport());
    await waitFor(() => expect(lines()[1]).toContain('prijslijst.csv is klaar'));
  });
});

async function renderStrip(...requests: readonly ExportRequest[]) {
  const view = await renderPage(<ExportStrip />);
  for (const request of requests.length === 0 ? [requestOf()] : requests) void runExport(request);
  await waitFor(() => expect(calls('exportDataset')).not.toEqual([]));
  return view;
}

function calls(name: string): unknown[] {
  return bridge.calls.filter((call) => call.name === name).map(({ argument }) => argument);
}

/** What a screen reader announces. */
function shown(): string | null {
  return screen.getByRole('status').textContent;
}

function lines(): (string | null)[] {
  const strip = screen.getByRole('region', { name: 'Lopende exports' });
  return [...strip.querySelectorAll('[data-state]')].map((line) => line.textContent);
}

function spyOnDownloads(): string[] {
  const clicked: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(`${this.pathname} as ${this.download}`);
  });
  return clicked;
}
