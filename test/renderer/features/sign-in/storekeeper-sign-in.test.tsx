import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { type SignedOut, SignInPage } from '../../../../renderer/features/sign-in/sign-in-page.tsx';
import { parseChannelKey } from '../../../../shared/platforms/storekeeper.ts';
import { openPerTest } from '../../../support/test-scope.ts';
import { installFakeBridge, Refusal } from '../../app/support/fake-bridge.ts';
import { renderPage } from '../support/render-page.tsx';

const ADDRESS = 'storekeeper+https://api-demo.storekeepercloud.com';

const keyOf = (content: unknown) => `skc_${Buffer.from(JSON.stringify(content)).toString('base64url')}`;

const KEY = keyOf({ account: 'demo', subaccount: 'kanaal', apikey: 'geheim' });

const bridge = openPerTest(installFakeBridge);

async function renderSignIn() {
  const session: SignedOut = { kind: 'signed-out', remembered: [], keepsPassword: true, reason: 'expired' };
  const { user } = await renderPage(<SignInPage session={session} />);
  const chooseStoreKeeper = async (typed: string) => {
    await user.click(screen.getByRole('button', { name: /^Andere gegevensbron/ }));
    await user.click(screen.getByRole('radio', { name: 'StoreKeeper' }));
    await user.type(screen.getByLabelText(/StoreKeeper-account of adres/), typed);
  };
  return { user, chooseStoreKeeper };
}

const asked = () => bridge.calls.filter(({ name }) => name === 'signIn').map(({ argument }) => argument);

describe('signing in to StoreKeeper with e-mail and password', () => {
  it.each(['demo', 'https://demo.storekeepercloud.com/#order/details/7'])(
    'reads the account from %s, and asks for no other name',
    async (typed) => {
      const { user, chooseStoreKeeper } = await renderSignIn();
      await chooseStoreKeeper(typed);
      expect(screen.queryByLabelText('Account')).toBeNull();
      await user.type(screen.getByLabelText('E-mailadres'), 'eva@demo.example');
      await user.type(screen.getByLabelText('Wachtwoord'), 'geheim{Enter}');
      expect(asked()).toEqual([
        { platform: ADDRESS, account: 'demo', email: 'eva@demo.example', password: 'geheim', remember: false },
      ]);
    },
  );

  it('asks for the account if the address does not have it', async () => {
    const { user, chooseStoreKeeper } = await renderSignIn();
    await chooseStoreKeeper('http://localhost:4900');
    expect(screen.queryByLabelText('Account')).toBeNull();
    await user.tab();
    await user.type(screen.getByLabelText('Account'), 'proef');
    await user.type(screen.getByLabelText('E-mailadres'), 'eva@demo.example');
    await user.type(screen.getByLabelText('Wachtwoord'), 'geheim{Enter}');
    expect(asked()).toMatchObject([{ platform: 'storekeeper+http://localhost:4900', account: 'proef' }]);
  });

  it('sends nothing to an invalid address', async () => {
    const { user, chooseStoreKeeper } = await renderSignIn();
    await chooseStoreKeeper('geen naam!');
    expect(screen.getByText('Dit is geen naam en geen adres van een StoreKeeper-account.')).toBeDefined();
    await user.type(screen.getByLabelText('E-mailadres'), 'e@d.example');
    await user.type(screen.getByLabelText('Wachtwoord'), 'geheim{Enter}');
    expect(asked()).toEqual([]);
  });
});

describe('signing in to StoreKeeper with a channel key', () => {
  async function paste(key: string, address = 'demo') {
    const { user, chooseStoreKeeper } = await renderSignIn();
    await chooseStoreKeeper(address);
    await user.click(screen.getByRole('radio', { name: 'Kanaalsleutel' }));
    await user.click(keyField());
    await user.paste(key);
    await user.click(screen.getByRole('button', { name: 'Aanmelden' }));
  }
  const keyField = () => screen.getByLabelText<HTMLInputElement>('Kanaalsleutel', { selector: '[name=key]' });

  it('sends the pasted key as the password, and shows none of its characters', async () => {
    await paste(` ${KEY}\n`);
    expect(asked()).toEqual([
      { platform: ADDRESS, account: 'demo', email: 'channel:kanaal', password: KEY, remember: false },
    ]);
    expect(keyField()).toMatchObject({ type: 'password', autocomplete: 'off' });
    expect(screen.queryByLabelText('E-mailadres')).toBeNull();
  });

  it('uses the account of the key if the address does not have it', async () => {
    await paste(keyOf({ account: 'zaak é', subaccount: 'k', apikey: 'a' }), 'https://till.example');
    expect(asked()).toMatchObject([{ platform: 'storekeeper+https://till.example', account: 'zaak é' }]);
  });

  it.each(['tdk_abc', 'skc_', 'skc_!!', keyOf('demo'), keyOf({ account: 7 }), `${KEY}${'A'.repeat(1_024)}`])(
    'rejects as a key: %s',
    (text) => {
      expect(parseChannelKey(text)).toBeNull();
    },
  );

  it('sends no invalid key, and says so', async () => {
    await paste('tdk_abc');
    expect(screen.getByText(/Dit is geen kanaalsleutel/)).toBeDefined();
    expect(asked()).toEqual([]);
  });

  it('names the key if it is refused', async () => {
    bridge.on({
      signIn: () => {
        throw new Refusal({ status: 401, code: 'refused' });
      },
    });
    await paste(KEY);
    expect((await screen.findByRole('alert')).textContent).toBe('StoreKeeper neemt deze kanaalsleutel niet aan.');
  });
});
