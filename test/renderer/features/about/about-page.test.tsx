import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { AboutPage } from '../../../../renderer/features/about/about-page.tsx';
import { perTest } from '../../../support/test-scope.ts';
import { ABOUT, installFakeBridge, Refusal } from '../../app/support/fake-bridge.ts';
import { renderPage } from '../support/render-page.tsx';

const bridge = perTest(installFakeBridge);

const placesOpened = () => bridge.calls.filter(({ name }) => name === 'openPlace').map(({ argument }) => argument);

describe('the page about Tilldesk', () => {
  it('shows the versions, and where API and data are', async () => {
    bridge.on({
      readAbout: () => ({
        ...ABOUT,
        host: 'electron',
        runtimes: [
          { name: 'Electron', version: '45.0.0' },
          { name: 'SQLite', version: '3.53.4' },
        ],
      }),
    });
    await renderPage(<AboutPage />);
    expect(await screen.findByText('0.1.0')).toBeDefined();
    expect(screen.getByText('Eigen venster')).toBeDefined();
    expect(screen.getByText('Electron 45.0.0, SQLite 3.53.4')).toBeDefined();
    for (const name of ['Adres van de API kopiëren', 'Pad van de gegevensmap kopiëren']) {
      expect(screen.getByRole('button', { name })).toBeDefined();
    }
    expect(screen.getByText('http://127.0.0.1:4870')).toBeDefined();
    expect(screen.getByText('/data')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Ingebouwd, op deze pc' }).getAttribute('href')).toBe('/connection');
  });

  it('states that it is no system of record, in English as well', async () => {
    await renderPage(<AboutPage />, { language: 'en' });
    expect(await screen.findByText(/It is not your system of record/)).toBeDefined();
    expect(await screen.findByText('A browser')).toBeDefined();
  });

  it('opens the documentation of the API', async () => {
    const opened = vi.spyOn(window, 'open').mockReturnValue(null);
    const { user } = await renderPage(<AboutPage />);
    await user.click(screen.getByRole('button', { name: 'Documentatie van de API' }));
    await waitFor(() => expect(opened).toHaveBeenCalledOnce());
    expect(placesOpened()).toEqual([{ place: { kind: 'documentation' } }]);
  });

  it('shows the data folder where the host can, and reports when that failed', async () => {
    bridge.on({
      readAbout: () => ({ ...ABOUT, canShowDataFolder: true }),
      openPlace: () => ({ href: null }),
    });
    const { user } = await renderPage(<AboutPage />);
    const show = await screen.findByRole('button', { name: 'Map tonen' });
    await user.click(show);
    await waitFor(() => expect(placesOpened()).toEqual([{ place: { kind: 'data-folder' } }]));
    bridge.on({
      openPlace: () => {
        throw new Refusal({ code: 'failed' });
      },
    });
    await user.click(show);
    expect(await screen.findByText(/Er ging binnen Tilldesk iets mis/)).toBeDefined();
  });

  it('offers no folder where the host can show none', async () => {
    await renderPage(<AboutPage />);
    await screen.findByText('/data');
    expect(screen.queryByRole('button', { name: 'Map tonen' })).toBeNull();
  });

  it('states what failed, and keeps what it knows by itself', async () => {
    bridge.on({
      readAbout: () => {
        throw new Refusal({ code: 'unreachable' });
      },
    });
    const { user } = await renderPage(<AboutPage />);
    expect((await screen.findByRole('alert')).textContent).toContain('op dit moment geen antwoord');
    expect(screen.getByText(/Het is niet uw administratie/)).toBeDefined();
    bridge.on({ readAbout: () => ABOUT });
    await user.click(screen.getByRole('button', { name: 'Opnieuw proberen' }));
    expect(await screen.findByText('/data')).toBeDefined();
  });
});
