import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ExportStrip } from '../../../../renderer/app/shell/export-strip.tsx';
import { startFocusKeeper } from '../../../../renderer/app/shell/focus-keeper.ts';
import type { EndedExport, ExportStatus } from '../../../../shared/contract/bridge.ts';
import type { RunningExport } from '../../../../shared/contract/exports.ts';
import { renderPage } from '../../features/support/render-page.tsx';
import { type FakeBridge, installFakeBridge } from '../support/fake-bridge.ts';
import { downloadedExport, requestOf } from '../support/sample-exports.ts';

let bridge: FakeBridge;
/** What the host reports when asked. */
let status: ExportStatus;
let stopFocusKeeper: () => void;

/** The first export loads code, which takes time in a test. */
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

describe('an export that another window started, or this one before it was reloaded', () => {
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

  it('offers its file when it has ended, and does not download it by itself', async () => {
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
