import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AboutPage } from '../../../../renderer/features/about/about-page.tsx';
import { openPerTest } from '../../../support/test-scope.ts';
import { ABOUT, installFakeBridge, Refusal } from '../../app/support/fake-bridge.ts';
import { renderPage } from '../support/render-page.tsx';

const bridge = openPerTest(installFakeBridge);

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
    expect(screen.getByText('Eigen venster').closest('details')?.querySelector('summary')?.textContent).toBe(
      'Technische gegevens',
    );
    expect(screen.getByText('Electron 45.0.0, SQLite 3.53.4')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Pad van de gegevensmap kopiëren' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'Adres van de API kopiëren', hidden: true })).toBeDefined();
    expect(screen.getByText('http://127.0.0.1:4870')).toBeDefined();
    expect(screen.getByText('/data')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Ingebouwd, op deze pc' }).getAttribute('href')).toBe('/connection');
  });

  it('opens the data folder if the host can, and says if that failed', async () => {
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

  it('offers no folder if the host cannot open one', async () => {
    await renderPage(<AboutPage />);
    await screen.findByText('/data');
    expect(screen.queryByRole('button', { name: 'Map tonen' })).toBeNull();
  });
});
