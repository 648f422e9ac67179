import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RememberedSignIn } from '../../../../shared/contract/bridge.ts';
import { openPerTest } from '../../../support/test-scope.ts';
import { installFakeBridge, Refusal, SIGNED_OUT, signedIn } from '../../app/support/fake-bridge.ts';
import { renderApp } from '../../app/support/render-app.tsx';
import { installFakeHost } from '../support/fake-host.ts';

const HERE: RememberedSignIn = {
  id: 'here',
  platform: null,
  account: 'demo',
  email: 'eva@demo.example',
  name: 'Eva',
  needsPassword: false,
};
const THERE: RememberedSignIn = {
  ...HERE,
  id: 'there',
  platform: 'https://till.example:8443',
  account: 'keten',
  email: 'eva@keten.example',
};

openPerTest(installFakeHost);
const bridge = openPerTest(installFakeBridge);

beforeEach(() => {
  remember(THERE, HERE);
});

function remember(...remembered: RememberedSignIn[]): void {
  bridge.session = { ...SIGNED_OUT, remembered };
}

const rows = async () =>
  within(await screen.findByRole('list', { name: 'Bewaarde aanmeldingen' })).getAllByRole('listitem');
const argumentsOf = (call: string) => bridge.calls.filter(({ name }) => name === call).map(({ argument }) => argument);

describe('the remembered sign-ins', () => {
  it('are listed with account, e-mail address and platform, last used first', async () => {
    await renderApp(bridge);
    expect((await rows()).map(({ textContent }) => textContent)).toEqual([
      'ketentill.example:8443eva@keten.example',
      'demodeze pceva@demo.example',
    ]);
    expect(screen.queryByLabelText('Wachtwoord')).toBeNull();
  });

  it('sign in with only Enter', async () => {
    bridge.on({
      switchSignIn: () => {
        bridge.session = signedIn('eva@keten.example');
        return bridge.session;
      },
    });
    const { user } = await renderApp(bridge);
    await rows();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('Naam eva@keten.example')).toBeDefined();
    expect(argumentsOf('switchSignIn')).toEqual([{ id: 'there' }]);
  });

  it('ask for a password that is not remembered, with the rest filled in', async () => {
    remember({ ...THERE, needsPassword: true });
    const { user } = await renderApp(bridge);
    await user.click(await screen.findByRole('button', { name: /wachtwoord nodig/ }));
    expect(document.activeElement).toBe(screen.getByLabelText('Wachtwoord'));
    await user.keyboard('geheim{Enter}');
    await waitFor(() =>
      expect(argumentsOf('signIn')).toEqual([
        {
          account: 'keten',
          email: 'eva@keten.example',
          platform: 'https://till.example:8443',
          password: 'geheim',
          remember: true,
        },
      ]),
    );
  });

  it('say that a remembered password is no longer valid', async () => {
    bridge.on({
      switchSignIn: () => {
        remember({ ...THERE, needsPassword: true }, HERE);
        throw new Refusal({ status: 401, code: 'refused' });
      },
    });
    const { user } = await renderApp(bridge);
    await user.click(await screen.findByRole('button', { name: /^keten ?till/ }));
    expect((await screen.findByRole('alert')).textContent).toContain('geldt niet meer');
    expect(await screen.findByText('wachtwoord nodig')).toBeDefined();
  });

  it('are forgotten after a confirmation, and not before', async () => {
    bridge.on({
      forgetSignIn: () => {
        remember(HERE);
        return bridge.session;
      },
    });
    const { user } = await renderApp(bridge);
    await user.click(await screen.findByRole('button', { name: 'keten van eva@keten.example vergeten' }));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Annuleren' }));
    expect(argumentsOf('forgetSignIn')).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Vergeten' }));
    await waitFor(async () => expect(await rows()).toHaveLength(1));
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^demo ?deze pc/ }));
    expect(argumentsOf('forgetSignIn')).toEqual([{ id: 'there' }]);
  });
});
