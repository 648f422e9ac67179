import { act, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type SignedOut, SignInPage } from '../../../../renderer/features/sign-in/sign-in-page.tsx';
import { type FakeBridge, installFakeBridge, Refusal } from '../../app/support/fake-bridge.ts';
import { renderPage } from '../support/render-page.tsx';

const SIGNED_OUT: SignedOut = { kind: 'signed-out', remembered: [], keepsPassword: true, reason: 'expired' };

let bridge: FakeBridge;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  bridge = installFakeBridge();
  bridge.on({
    signIn: () => {
      throw new Refusal({ status: 429, code: 'refused', retryAfterS: 3 });
    },
  });
});

describe('too many attempts to sign in', () => {
  it('count down to the next one, with the button disabled until then', async () => {
    const { user } = await renderPage(<SignInPage session={SIGNED_OUT} />);
    await tryToSignIn(user);
    expect(await alertText()).toBe('Te veel pogingen. Probeer het over 3 s opnieuw.');
    expect(button('Aanmelden').disabled).toBe(true);
    passSeconds(1);
    expect(await alertText()).toBe('Te veel pogingen. Probeer het over 2 s opnieuw.');
    passSeconds(2);
    expect(await alertText()).toBe('Te veel pogingen. U kunt het nu opnieuw proberen.');
    expect(button('Aanmelden').disabled).toBe(false);
  });

  it('do not submit with Enter before the time is up', async () => {
    const { user } = await renderPage(<SignInPage session={SIGNED_OUT} />);
    await tryToSignIn(user);
    await alertText();
    await user.type(screen.getByLabelText('Wachtwoord'), '{Enter}');
    screen.getByLabelText('Wachtwoord').closest('form')?.requestSubmit();
    expect(signInCalls()).toBe(1);
    passSeconds(3);
    await user.type(screen.getByLabelText('Wachtwoord'), '{Enter}');
    expect(signInCalls()).toBe(2);
  });
});

async function tryToSignIn(user: Awaited<ReturnType<typeof renderPage>>['user']) {
  await user.type(screen.getByLabelText('Account'), 'demo');
  await user.type(screen.getByLabelText('E-mailadres'), 'eva@demo.example');
  await user.type(screen.getByLabelText('Wachtwoord'), 'geheim{Enter}');
}

function passSeconds(seconds: number) {
  act(() => void vi.advanceTimersByTime(seconds * 1000));
}

async function alertText() {
  return (await screen.findByRole('alert')).textContent;
}

function button(name: string): HTMLButtonElement {
  return screen.getByRole<HTMLButtonElement>('button', { name });
}

function signInCalls(): number {
  return bridge.calls.filter(({ name }) => name === 'signIn').length;
}
