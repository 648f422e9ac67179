import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ExportStrip } from '../../../../renderer/app/shell/export-strip.tsx';
import { startFocusKeeper } from '../../../../renderer/app/shell/focus-keeper.ts';
import { useExportsStore } from '../../../../renderer/lib/exports/exports-store.ts';
import type { EndedExport, ExportStatus } from '../../../../shared/contract/bridge.ts';
import type { RunningExport } from '../../../../shared/contract/exports.ts';
import { renderPage } from '../../features/support/render-page.tsx';
import { type FakeBridge, installFakeBridge } from '../support/fake-bridge.ts';
import { downloadedExport, requestOf } from '../support/sample-exports.ts';

let bridge: FakeBridge;
/** What the host says when it is asked. */
let status: ExportStatus;
let stopFocusKeeper: () => void;

/** What is fetched with the first export takes its time in a test. */
beforeAll(async () => {
  await import('../../../../renderer/app/shell/export-lines.tsx');
  await import('../../../../renderer/app/shell/export-lines.tsx');
});

beforeEach(() => {
  stopFocusKeeper = startFocusKeeper();
  bridge = installFakeBridge();
  bridge.on({ readExportProgress: () => status });
  status = { running: [running('a')], ended: [] };
});

afterEach(() => {
  stopFocusKeeper();
});

describe('an export that another window asked for, or this one before it was loaded again', () => {
  it('has a line with its figures, and can be cancelled', async () => {
    const { user } = await renderPage(<ExportStrip />);
    await screen.findByText(/^1\.200 van 2\.400 rijen/);
    await user.click(screen.getByRole('button', { name: 'Annuleren: Prijslijst (xlsx)' }));
    expect(bridge.calls.filter(({ name }) => name === 'cancelExport')).toEqual([
      { name: 'cancelExport', argument: { key: 'a' } },
    ]);
    status = { running: [], ended: [] };
    await waitFor(() => expect(lines()).toEqual([]));
  });

  it('offers its file when it has ended, and does not fetch it by itself', async () => {
    bridge.on({ showExport: () => ({ href: '/downloads/7' }) });
    const fetched = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    const { user } = await renderPage(<ExportStrip />);
    await screen.findByText(/^1\.200 van 2\.400 rijen/);
    end({ kind: 'done', file: downloadedExport({ fileName: 'prijslijst.xlsx' }) });
    await screen.findAllByText('prijslijst.xlsx is klaar: 2.400 rijen');
    expect(fetched).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Downloaden' }));
    await waitFor(() => expect(fetched).toHaveBeenCalledOnce());
  });

  it('states why there is no file, and can be asked for again', async () => {
    const { user } = await renderPage(<ExportStrip />);
    await screen.findByText(/^1\.200 van 2\.400 rijen/);
    const failure = { code: 'failed', message: 'full', status: null, requestId: null } as const;
    end({ kind: 'failed', failure: { ...failure, reason: 'disk-full' } });
    await screen.findAllByText(/^Niet geëxporteerd: Prijslijst \(xlsx\)\. De schijf is vol/);
    bridge.on({ exportDataset: () => new Promise(() => {}) });
    await user.click(screen.getByRole('button', { name: 'Opnieuw: Prijslijst (xlsx)' }));
    expect(bridge.calls.find(({ name }) => name === 'exportDataset')?.argument).toMatchObject({
      request: requestOf({ format: 'xlsx' }),
    });
    expect(lines()).toEqual([expect.stringContaining('Wordt geëxporteerd: Prijslijst (xlsx)…')]);
  });

  it('that would fail again is not offered once more: it names the other types', async () => {
    await renderPage(<ExportStrip />);
    await screen.findByText(/^1\.200 van 2\.400 rijen/);
    const failure = { code: 'failed', message: 'many', status: null, requestId: null } as const;
    end({ kind: 'failed', failure: { ...failure, reason: 'too-many-rows', excess: { rows: 6_000, maxRows: 5_000 } } });
    await screen.findAllByText(/Kies CSV, Excel tot/);
    expect(screen.queryByRole('button', { name: /^Opnieuw/ })).toBeNull();
    expect(screen.getByRole('button', { name: /^Melding sluiten/ })).toBeDefined();
  });

  it('is not brought back by a late status', () => {
    const { follow, dismiss } = useExportsStore.getState();
    follow(status);
    dismiss('a');
    follow(status);
    expect(useExportsStore.getState().entries).toEqual([]);
  });
});

describe('lines of one dataset', () => {
  it('are distinguished by form and period, and hand the focus on when they go', async () => {
    const period = { from: '2026-10-01', to: '2026-10-31' };
    status = { running: [running('a'), running('b', { format: 'csv', filters: period })], ended: [] };
    const { user } = await renderPage(<ExportStrip />);
    await user.click(await screen.findByRole('button', { name: 'Nog 1' }));
    const first = await screen.findByRole('button', { name: 'Annuleren: Prijslijst (xlsx)' });
    const name = 'Annuleren: Prijslijst (csv, do 1 okt – za 31 okt 2026)';
    await user.click(first);
    status = { ...status, running: status.running.slice(1) };
    await waitFor(() => expect(lines()).toHaveLength(1));
    expect(document.activeElement).toBe(screen.getByRole('button', { name }));
    await user.keyboard('{Enter}');
    status = { running: [], ended: [] };
    await waitFor(() => expect(lines()).toEqual([]));
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Lopende exports' }));
  });
});

function running(key: string, request: Parameters<typeof requestOf>[0] = { format: 'xlsx' }): RunningExport {
  return { key, request: requestOf(request), phase: 'reading', rows: 1_200, total: 2_400, elapsedMs: 2_000 };
}

function end(outcome: EndedExport['outcome']): void {
  status = { running: [], ended: [{ key: 'a', outcome }] };
}

function lines(): (string | null)[] {
  return [...document.querySelectorAll('[data-state]')].map((line) => line.textContent);
}
