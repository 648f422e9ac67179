import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { type SignedOut, SignInPage } from '../../../../renderer/features/sign-in/sign-in-page.tsx';
import { openPerTest } from '../../../support/test-scope.ts';
import { installFakeBridge, Refusal } from '../../app/support/fake-bridge.ts';
import { renderPage } from '../support/render-page.tsx';

const SIGNED_OUT: SignedOut = { kind: 'signed-out', remembered: [], keepsPassword: true, reason: 'expired' };

const bridge = openPerTest(installFakeBridge);

beforeEach(() => {
  bridge.on({
    signIn: () => {
      throw new Refusal({ status: 401, code: 'refused' });
    },
  });
});

const passwordField = () => screen.getByLabelText<HTMLInputElement>('Wachtwoord');

describe('the password field', () => {
  it('shows no character and accepts what a password manager fills in', async () => {
    await renderPage(<SignInPage session={SIGNED_OUT} />);
    expect(passwordField()).toMatchObject({ type: 'password', autocomplete: 'current-password', maxLength: -1 });
  });

  it('is revealed by a button that the keyboard reaches', async () => {
    const { user } = await renderPage(<SignInPage session={SIGNED_OUT} />);
    await user.click(passwordField());
    await user.tab();
    await user.keyboard('{Enter}');
    expect(passwordField().type).toBe('text');
  });

  it.each([
    ['with spaces around it', '  geheim woord '],
    ['of 128 characters', 'é'.repeat(128)],
    ['of unusual characters', '🗝️ ﬀ \u00a0 \\"<>'],
  ])('sends a pasted password unchanged: %s', async (_, password) => {
    const { user } = await renderPage(<SignInPage session={SIGNED_OUT} />);
    await user.type(screen.getByLabelText('Account'), 'demo');
    await user.type(screen.getByLabelText('E-mailadres'), 'eva@demo.example');
    await user.click(passwordField());
    await user.paste(password);
    await user.type(passwordField(), '{Enter}');
    const [call] = bridge.calls.filter(({ name }) => name === 'signIn');
    expect(call?.argument).toMatchObject({ password });
  });
});
