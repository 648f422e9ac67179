import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { AdvancedSettingsPage, PersonalSettingsPage } from '../../../../renderer/features/settings/settings-page.tsx';
import type { About } from '../../../../shared/contract/bridge.ts';
import { openPerTest } from '../../../support/test-scope.ts';
import { ABOUT, Refusal, signedIn } from '../../app/support/fake-bridge.ts';
import { renderPage } from '../support/render-page.tsx';
import { installSettingsWorld } from './settings-world.ts';

const world = openPerTest(installSettingsWorld);

const aboutIs = (changes: Partial<About>) => world.bridge.on({ readAbout: () => ({ ...ABOUT, ...changes }) });
const port = () => screen.findByLabelText<HTMLInputElement>('Poort van de lokale API');
const changesAsked = () =>
  world.bridge.calls.filter(({ name }) => name.startsWith('change')).map(({ argument }) => argument);

describe('a setting of the PC', () => {
  it.each([
    ['Taal', 'English', { language: 'en' }],
    ['Thema', 'Donker', { theme: 'dark' }],
  ])('%s is saved immediately', async (label, choice, kept) => {
    const { user } = await renderPage(<PersonalSettingsPage />);
    await user.selectOptions(await screen.findByLabelText(label), choice);
    expect(await screen.findByText('Opgeslagen')).toBeDefined();
    expect(world.bridge.settings).toMatchObject(kept);
    expect(changesAsked()).toEqual([kept]);
  });

  it('returns to the saved value if it could not be saved, and says so', async () => {
    world.bridge.on({
      changeSettings: () => {
        throw new Refusal({ status: 500 });
      },
    });
    const { user } = await renderPage(<PersonalSettingsPage />);
    const theme = await screen.findByLabelText<HTMLSelectElement>('Thema');
    await user.selectOptions(theme, 'Donker');
    expect((await screen.findByRole('alert')).textContent).toContain('Niet opgeslagen');
    expect(theme.value).toBe('system');
    expect(screen.queryByText('Opgeslagen')).toBeNull();
  });
});

describe('the port of the API', () => {
  it('says what it is now and from the next start on', async () => {
    const { user } = await renderPage(<AdvancedSettingsPage />);
    expect((await port()).placeholder).toBe('4870');
    expect(screen.getByText(/^Nu 4870\./)).toBeDefined();
    await user.type(await port(), '4990{Enter}');
    expect(await screen.findByText('Na een herstart: 4990.')).toBeDefined();
    expect(world.bridge.settings.apiPort).toBe(4990);
    expect(screen.getByText(/^Nu 4870\./)).toBeDefined();
  });

  it('is the usual one again if the field is emptied', async () => {
    world.bridge.settings = { ...world.bridge.settings, apiPort: 4990 };
    const { user } = await renderPage(<AdvancedSettingsPage />);
    await user.clear(await port());
    await user.tab();
    await waitFor(() => expect(world.bridge.settings.apiPort).toBeNull());
    expect((await port()).value).toBe('');
  });

  it('cannot be that of the window, and returns to the saved value', async () => {
    world.bridge.settings = { ...world.bridge.settings, apiPort: 4990 };
    world.bridge.on({
      changeComputerSettings: () => {
        throw new Refusal({ code: 'invalid' });
      },
    });
    const { user } = await renderPage(<AdvancedSettingsPage />);
    await user.clear(await port());
    await user.type(await port(), '4871{Enter}');
    expect((await screen.findByRole('alert')).textContent).toContain('van het venster van Tilldesk zelf');
    expect((await port()).value).toBe('4990');
  });

  it('waits if an option of the start has set one', async () => {
    world.bridge.settings = { ...world.bridge.settings, apiPort: 4990 };
    aboutIs({ isPortGiven: true });
    await renderPage(<AdvancedSettingsPage />);
    expect(await screen.findByText(/^De huidige poort is bij het starten opgegeven/)).toBeDefined();
    expect(screen.queryByText(/Na een herstart: 4990/)).toBeNull();
  });

  it.each(['80', '1023', '65536', '99999', '48a0'])('cannot be %s, and says what is possible', async (typed) => {
    const { user } = await renderPage(<AdvancedSettingsPage />);
    await user.type(await port(), `${typed}{Enter}`);
    expect((await screen.findByRole('alert')).textContent).toBe('Kies een poort van 1024 tot en met 65535.');
    expect((await port()).getAttribute('aria-invalid')).toBe('true');
    expect(changesAsked()).toEqual([]);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('alert')).toBeNull();
    expect((await port()).value).toBe('');
  });
});

describe('the platform of other programs', () => {
  beforeEach(() => {
    world.bridge.session = signedIn('owner@demo.example');
  });

  const TILL = 'https://till.example';
  const change = () => screen.findByRole<HTMLButtonElement>('button', { name: 'Wijzigen…' });

  it('is changed with the password, and takes effect at the next start', async () => {
    const { user } = await renderPage(<AdvancedSettingsPage />);
    expect(await screen.findByText('Nu: deze pc')).toBeDefined();
    await user.click(await change());
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByLabelText('Een ander adres'));
    await user.type(within(dialog).getByLabelText('Adres van het platform'), TILL);
    expect(within(dialog).getByText('Was').nextElementSibling?.textContent).toBe('deze pc');
    expect(within(dialog).getByText('Wordt').nextElementSibling?.textContent).toBe('till.example');
    await user.type(within(dialog).getByLabelText('Uw wachtwoord'), 'right{Enter}');
    expect(await screen.findByText('Na een herstart van Tilldesk: till.example.')).toBeDefined();
    expect(screen.getByText('Nu: deze pc')).toBeDefined();
    expect(changesAsked()).toEqual([{ platform: TILL, password: 'right' }]);
  });

  it('stays after a wrong password, and says so', async () => {
    const { user } = await renderPage(<AdvancedSettingsPage />);
    await user.click(await change());
    const dialog = await screen.findByRole('dialog');
    await user.click(within(dialog).getByLabelText('Een ander adres'));
    await user.type(within(dialog).getByLabelText('Adres van het platform'), TILL);
    await user.type(within(dialog).getByLabelText('Uw wachtwoord'), 'wrong{Enter}');
    expect((await within(dialog).findByRole('alert')).textContent).toContain('Dit is niet uw wachtwoord.');
    expect(world.bridge.settings.platform).toBeNull();
  });

  it('cannot be changed by a user who is signed in to another one', async () => {
    aboutIs({ platform: TILL });
    await renderPage(<AdvancedSettingsPage />);
    expect((await change()).disabled).toBe(true);
    expect(screen.getByText(/Meld u eerst zelf aan bij die gegevensbron/)).toBeDefined();
  });
});

describe('starting with the computer', () => {
  it('is switched on and off', async () => {
    aboutIs({ canStartWithSystem: true });
    const { user } = await renderPage(<AdvancedSettingsPage />);
    const onOff = await screen.findByRole('switch', { name: 'Starten met de pc' });
    await user.click(onOff);
    await waitFor(() => expect(world.bridge.settings.startsWithSystem).toBe(true));
    await user.click(onOff);
    await waitFor(() => expect(world.bridge.settings.startsWithSystem).toBe(false));
  });
});
