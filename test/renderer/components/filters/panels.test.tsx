import { cleanup, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { UnitPrice } from '../../../../renderer/components/figures.tsx';
import { FailurePanel } from '../../../../renderer/components/states/failure-panel.tsx';
import { AsOf } from '../../../../renderer/components/states/freshness.tsx';
import { ApiFailure } from '../../../../renderer/lib/host/api-client.ts';
import { BridgeError } from '../../../../renderer/lib/host/bridge-client.ts';
import { ShutOut } from '../../../../renderer/lib/host/window-access.ts';
import { renderPage } from '../../features/support/render-page.tsx';

const READ_AT = Date.parse('2026-11-21T14:05:09+01:00');

describe('the failure panel', () => {
  it.each([
    [new ApiFailure('no answer', null, null), /op dit moment geen antwoord/],
    [new ApiFailure('Bad Gateway', 502, 'r-1'), /Het kassaplatform gaf geen bruikbaar antwoord/],
    [new ApiFailure('boom', 500, 'r-1'), /geef dan het verzoeknummer door/],
    [new ApiFailure('boom', 500, null), /^Er ging binnen Tilldesk iets mis. Probeer het opnieuw.$/],
    [new ApiFailure('too much is asked for', 400, 'r-1'), /niet beantwoorden. Pas het filter of de periode aan/],
    [new ApiFailure('to is before from', 400, 'r-1'), /de laatste dag van de periode bestaat niet/],
    [new ApiFailure('slow down', 429, 'r-1'), /te veel verzoeken tegelijk/],
    [new ApiFailure('no service', 503, null), /op dit moment geen antwoord/],
    [new ShutOut(), /Open Tilldesk opnieuw/],
    [new ApiFailure('token expired', 401, 'r-1'), /U bent afgemeld/],
    [
      new BridgeError({ status: null, code: 'unreachable', message: 'x', requestId: null }),
      /op dit moment geen antwoord/,
    ],
    [new BridgeError({ status: 502, code: 'failed', message: 'x', requestId: null }), /Het kassaplatform/],
    [new TypeError('x is undefined'), /^Er ging binnen Tilldesk iets mis. Probeer het opnieuw.$/],
  ])('explains %s in terms of the shop', async (error, words) => {
    await renderPage(<FailurePanel error={error} />);
    expect(screen.getByText(words)).toBeDefined();
  });

  it('hides status, request number and message in a collapsed section', async () => {
    await renderPage(<FailurePanel error={new ApiFailure('no such shop', 400, 'req-7')} />);
    const fold = screen.getByText('Technische gegevens').closest('details');
    expect(fold?.open).toBe(false);
    expect(fold?.textContent).toContain('400');
    expect(fold?.textContent).toContain('req-7');
    expect(fold?.textContent).toContain('no such shop');
  });

  it('offers to clear the filters only if the API refuses them', async () => {
    const clear = vi.fn();
    const refused = new ApiFailure('no such shop', 400, 'r-1');
    const { user } = await renderPage(<FailurePanel error={refused} onClearFilters={clear} />);
    await user.click(screen.getByRole('button', { name: 'Filters wissen' }));
    expect(clear).toHaveBeenCalledOnce();
    cleanup();
    await renderPage(<FailurePanel error={new ApiFailure('down', 502, 'r-1')} onClearFilters={clear} />);
    expect(screen.queryByRole('button', { name: 'Filters wissen' })).toBeNull();
  });

  it('says what still works and tries again', async () => {
    const retry = vi.fn();
    const { user } = await renderPage(
      <FailurePanel error={new Error('x')} stillUsable="De rest werkt." onRetry={retry} />,
    );
    expect(screen.getByText('De rest werkt.')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Opnieuw proberen' }));
    expect(retry).toHaveBeenCalledOnce();
  });
});

describe('the line with the time of the data', () => {
  it('shows the time by the clock of the shop and reads again', async () => {
    const refresh = vi.fn();
    const { user } = await renderPage(
      <AsOf updatedAt={READ_AT} isRefreshing={false} isStale={false} onRefresh={refresh} />,
    );
    expect(screen.getByText('Stand van 14:05')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Vernieuwen' }));
    expect(refresh).toHaveBeenCalledOnce();
  });

  it('warns if older figures are still shown', async () => {
    await renderPage(<AsOf updatedAt={READ_AT} isRefreshing={false} isStale onRefresh={() => {}} />);
    expect(screen.getByRole('alert').textContent).toBe('Niet bijgewerkt. Dit is de stand van 14:05.');
  });
});

describe('a unit price', () => {
  it.each([
    [12, '12,00'],
    [1234.5, '1.234,50'],
    [0.0125, '0,0125'],
    [-3.999, '−3,999'],
  ])('shows %d as %s', async (value, text) => {
    const { container } = await renderPage(
      <output>
        <UnitPrice value={value} />
      </output>,
    );
    expect(container.querySelector('output')?.textContent).toBe(text);
  });
});
