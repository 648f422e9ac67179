import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ConnectPage } from '../../../../renderer/features/local-api/local-api-page.tsx';
import { openPerTest } from '../../../support/test-scope.ts';
import { platformFailure } from '../support/fake-host.ts';
import { renderPage } from '../support/render-page.tsx';
import { installClipboard, installLocalApiWorld } from './local-api-world.ts';

const world = openPerTest(installLocalApiWorld);

describe('the address of the API', () => {
  it('is collapsed together with its status, and can be copied', async () => {
    const { user } = await renderPage(<ConnectPage />);
    const state = await screen.findByText('Bereikbaar');
    expect(state.closest('details')?.open).toBe(false);
    await user.click(screen.getByText('Technische gegevens'));
    const written = installClipboard('works');
    await user.click(screen.getByRole('button', { name: 'Adres kopiëren' }));
    expect(await screen.findByText('Gekopieerd')).toBeDefined();
    expect(written).toEqual(['http://127.0.0.1:4870']);
  });

  it('says that the API does not answer, and asks again', async () => {
    world.host.answer('/api/me', () => platformFailure);
    const { user } = await renderPage(<ConnectPage />);
    expect(await screen.findByText('Niet bereikbaar')).toBeDefined();
    expect(screen.getByRole('alert').textContent).toContain('Het kassaplatform gaf geen bruikbaar antwoord');
    world.host.answer('/api/me', () => ({ body: {} }));
    await user.click(screen.getByRole('button', { name: 'Opnieuw proberen' }));
    expect(await screen.findByText('Bereikbaar')).toBeDefined();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('the first sentence', () => {
  it('says for whom the page is and why', async () => {
    await renderPage(<ConnectPage />);
    expect(await screen.findByText(/^Laat Excel, Power BI of uw eigen programma’s de cijfers/)).toBeDefined();
  });
});

describe('the documentation', () => {
  it('opens in a separate page if the host leaves that to the window', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const { user } = await renderPage(<ConnectPage />);
    await user.click(screen.getByRole('button', { name: 'Documentatie voor programmeurs' }));
    await waitFor(() => expect(opened).toHaveBeenCalledOnce());
    expect(opened).toHaveBeenCalledWith('http://127.0.0.1:4870/docs', '_blank', 'noopener');
  });
});
