import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { LocalApiPage } from '../../../../renderer/features/local-api/local-api-page.tsx';
import { perTest } from '../../../support/test-scope.ts';
import { ABOUT } from '../../app/support/fake-bridge.ts';
import { listOf } from '../support/fake-host.ts';
import { renderPage } from '../support/render-page.tsx';
import { installClipboard, installLocalApiWorld } from './local-api-world.ts';

const world = perTest(installLocalApiWorld);

describe('the guide of the local API', () => {
  it('gives a request with the address of this program, and copies all of it', async () => {
    world.bridge.on({ readAbout: () => ({ ...ABOUT, apiAddress: 'http://127.0.0.1:4999' }) });
    const { user } = await renderPage(<LocalApiPage />);
    const request = await requestOf('Prijslijst met curl');
    expect(request.split('\n')[0]).toBe(
      'curl -H "Authorization: Bearer HIER-UW-SLEUTEL" "http://127.0.0.1:4999/api/products?start=0&limit=200"',
    );
    const written = installClipboard('works');
    await user.click(screen.getByRole('button', { name: 'Kopiëren: Prijslijst met curl' }));
    expect(written).toEqual([request]);
  });

  it('asks with curl for prices of products that the shop has', async () => {
    world.host.answer('/api/products', () => listOf([{ id: 1204 }, { id: 1207 }]));
    await renderPage(<LocalApiPage />);
    expect(await requestOf('Prijslijst met curl')).toContain('?product_ids=1204,1207&limit=500"');
  });

  it('asks the reader for numbers of products where the shop has none', async () => {
    await renderPage(<LocalApiPage />);
    expect(await requestOf('Prijslijst met curl')).toContain('?product_ids=HIER-DE-NUMMERS&limit=500"');
  });

  it('asks with curl for the month before today', async () => {
    const { user } = await renderPage(<LocalApiPage />);
    await user.click(await screen.findByRole('radio', { name: 'Financieel rapport van vorige maand' }));
    expect(await requestOf('Financieel rapport van vorige maand met curl')).toContain(
      '/api/financial-report?from=2026-10-01&to=2026-10-31"',
    );
  });

  it.each([
    ['Prijslijst', 'RelativePath = path'],
    ['Financieel rapport van vorige maand', 'RelativePath = "api/financial-report"'],
  ])('keeps the key out of the Excel query for %s: it is a parameter', async (task, part) => {
    const { user } = await renderPage(<LocalApiPage />);
    await user.click(await screen.findByRole('radio', { name: task }));
    await user.click(screen.getByRole('radio', { name: 'Excel' }));
    const request = await requestOf(`${task} met Excel`);
    expect(request).toContain(part);
    expect(request).toContain('Headers = [Authorization = "Bearer " & TilldeskKey]');
    expect(request).not.toContain('HIER-UW-SLEUTEL');
    expect(unbalancedIn(request)).toEqual([]);
    expect(screen.getByText(/tekstparameter TilldeskKey/)).toBeDefined();
  });

  it('speaks English, in the request too', async () => {
    const { user } = await renderPage(<LocalApiPage />, { language: 'en' });
    await user.click(await screen.findByRole('radio', { name: 'Python' }));
    expect(await requestOf('Price list with Python')).toContain('KEY = "YOUR-KEY-HERE"');
  });
});

describe('the port of the API', () => {
  it('is named, with the way to another one', async () => {
    const { router, user } = await renderPage(<LocalApiPage />);
    expect(await screen.findByText(/^Poort 4870\./)).toBeDefined();
    await user.click(screen.getByRole('link', { name: 'Poort wijzigen in Instellingen' }));
    expect(router.state.location.pathname).toBe('/settings');
  });

  it('is changed where the program is started, if it was given there', async () => {
    world.bridge.on({ readAbout: () => ({ ...ABOUT, isPortGiven: true }) });
    await renderPage(<LocalApiPage />);
    expect(await screen.findByText(/De poort is bij het starten opgegeven/)).toBeDefined();
    expect(screen.queryByRole('link', { name: 'Poort wijzigen in Instellingen' })).toBeNull();
  });
});

async function requestOf(label: string): Promise<string> {
  const region = await screen.findByRole('region', { name: label });
  return within(region).getByText(/./, { selector: 'code' }).textContent;
}

/** Brackets without their partner, texts left out; what an editor of M would complain of first. */
function unbalancedIn(request: string): string[] {
  const partners: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' };
  const open: string[] = [];
  for (const sign of request.replace(/"[^"]*"/g, '').match(/[()[\]{}]/g) ?? []) {
    const partner = partners[sign];
    if (partner === undefined) open.push(sign);
    else if (open.pop() !== partner) return [sign];
  }
  return open;
}
