import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { SignInPage } from '../../../../renderer/features/sign-in/sign-in-page.tsx';
import type { PlatformProblem } from '../../../../shared/contract/session-state.ts';
import { openPerTest } from '../../../support/test-scope.ts';
import { installFakeBridge, Refusal } from '../../app/support/fake-bridge.ts';
import { renderPage } from '../support/render-page.tsx';

const bridge = openPerTest(installFakeBridge);

async function renderSignIn() {
  const page = <SignInPage session={{ kind: 'signed-out', remembered: [], keepsPassword: true, reason: 'expired' }} />;
  const { user } = await renderPage(page);
  await user.click(screen.getByRole('button', { name: /^Andere gegevensbron/ }));
  const signInAt = async (address: string) => {
    await user.click(screen.getByRole('radio', { name: 'Een ander adres' }));
    await user.type(screen.getByLabelText('Adres van het platform'), address);
    await user.type(screen.getByLabelText('Account'), 'keten');
    await user.type(screen.getByLabelText('E-mailadres'), 'eva@keten.example');
    await user.type(screen.getByLabelText('Wachtwoord'), 'geheim{Enter}');
  };
  return { user, signInAt };
}

const asked = () => bridge.calls.filter(({ name }) => name === 'signIn').map(({ argument }) => argument);

describe('the platform to sign in to', () => {
  it('is this computer unless an address is given', async () => {
    await renderSignIn();
    const here = screen.getByRole<HTMLInputElement>('radio', { name: 'Tilldesk op deze pc' });
    expect(here.checked).toBe(true);
    expect(document.activeElement).toBe(here);
    expect(screen.queryByLabelText('Adres van het platform')).toBeNull();
  });

  it('is sent in the form in which it is stored', async () => {
    const { signInAt } = await renderSignIn();
    await signInAt(' https://Till.example/ ');
    expect(asked()).toMatchObject([{ platform: 'https://till.example', account: 'keten' }]);
  });

  it.each([
    ['http://till.example', 'Gebruik https://.'],
    ['till.example/kassa', 'Dit is geen adres van een platform.'],
  ])('is refused while %s is typed, and nothing is sent', async (typed, words) => {
    const { user, signInAt } = await renderSignIn();
    await user.click(screen.getByRole('radio', { name: 'Een ander adres' }));
    await user.type(screen.getByLabelText('Adres van het platform'), typed);
    expect(screen.getByText(words, { exact: false })).toBeDefined();
    await user.clear(screen.getByLabelText('Adres van het platform'));
    await signInAt(typed);
    expect(asked()).toEqual([]);
  });

  it.each<[PlatformProblem, string]>([
    ['unreachable', 'Dit platform geeft geen antwoord.'],
    ['untrusted', 'Het certificaat van dit platform klopt niet'],
    ['not-this-api', 'Dit is niet het adres van een kassaplatform'],
  ])('is named if it failed, with the reason: %s', async (platformProblem, words) => {
    bridge.on({
      signIn: () => {
        throw new Refusal({ status: 502, platformProblem });
      },
    });
    const { user, signInAt } = await renderSignIn();
    await signInAt('https://till.example');
    expect((await screen.findByRole('alert')).textContent).toContain(words);
    await user.click(screen.getByRole('radio', { name: 'Tilldesk op deze pc' }));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
