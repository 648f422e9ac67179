import { describe, expect, it } from 'vitest';
import {
  confirmStoreKeeper,
  createCredential,
  createStoreKeeperSession,
  parseCredential,
  readChannelKey,
  type SignInDeps,
  signInByChannelKey,
  signInByEmail,
} from '../../../../electron/platform/storekeeper/session.ts';
import {
  type Asked,
  errorOf,
  failed,
  listed,
  type Scripted,
  storeKeeperBefore,
  succeeded,
  USER,
} from './scripted-storekeeper.ts';

const WHO = { account: 'demo', email: 'olga@demo.example', password: 'geheim' };

const KEY = { account: 'demo', subaccount: 'web', apikey: 'key-1' };

const CHANNEL = { ...KEY, user: 'sync', rights: 'subuser', mode: 'apikey' };

const encoded = (key: unknown) => `skc_${Buffer.from(JSON.stringify(key)).toString('base64url')}`;

describe('the address', () => {
  it('is confirmed by its time, which can be read without signing in', async () => {
    const stage = await storeKeeperBefore(() => succeeded('2026-11-21 10:00:00'));

    await confirmStoreKeeper(stage, 'demo');

    expect(stage.asked).toMatchObject([
      {
        ...{ module: 'ManagementModule', name: 'getTime', params: [] },
        auth: { account: 'demo', user: 'anonymous', rights: 'anonymous', mode: 'none', client_name: 'Tilldesk' },
      },
    ]);
  });

  it('is also confirmed by a refusal that comes from StoreKeeper', async () => {
    await confirmStoreKeeper(await storeKeeperBefore(() => failed('Auth')), 'demo');
  });

  it.each<[string, Scripted, string]>([
    ['a page', { body: '<html>' }, 'unavailable'],
    ['other JSON', { body: { error: 'Not found' } }, 'unavailable'],
    ['a missing page', { status: 404, body: '' }, 'not_offered'],
    ['a wish to wait', { status: 429, body: '' }, 'busy'],
  ])('is not confirmed by %s', async (_name, scripted, code) => {
    const stage = await storeKeeperBefore(() => scripted);
    expect(await errorOf(confirmStoreKeeper(stage, 'demo'))).toMatchObject({ name: 'PlatformError', code });
  });
});

describe('a user', () => {
  it('signs in anonymously with e-mail address and password, and gets the auth object unchanged', async () => {
    const stage = await storeKeeperBefore(() => succeeded(USER));

    expect(await signInByEmail(stage, WHO)).toEqual(USER);

    expect(stage.asked).toMatchObject([
      {
        ...{ module: 'RelationsModule', name: 'startSessionByEmail', params: [WHO.email, WHO.password, 'demo'] },
        auth: { account: 'demo', user: 'anonymous', mode: 'none' },
      },
    ]);
  });

  it.each([
    ['Auth', 'credentials_refused'],
    ['Lookup', 'credentials_refused'],
    ['General', 'credentials_refused'],
    ['Internal', 'unavailable'],
  ])(
    'whom StoreKeeper refuses with %s is told %s, without the text of StoreKeeper if it is about the password',
    async (errorClass, code) => {
      const stage = await storeKeeperBefore(() => failed(errorClass, 'geheim is wrong'));

      const error = await errorOf(signInByEmail(stage, WHO));

      expect(error).toMatchObject({ code });
      expect(String(error)).not.toContain('geheim');
      expect(JSON.stringify(stage.records)).not.toContain('geheim');
    },
  );

  it.each([
    { ...USER, mode: 'apikey' },
    { ...USER, account: 12 },
    { ...USER, account: 'Demo' },
  ])('is let in with any session that StoreKeeper returns: %j', async (auth) => {
    const stage = await storeKeeperBefore(() => succeeded(auth));
    expect(await signInByEmail(stage, WHO)).toEqual(auth);
    const signIn = { auth, email: WHO.email, isChannel: false };
    expect(parseCredential(createCredential(signIn))).toEqual(signIn);
  });
});

describe('a channel key', () => {
  it('is the auth object of a sales channel', () => {
    expect(readChannelKey(` ${encoded(KEY)}\n`)).toEqual(CHANNEL);
    expect(readChannelKey(encoded({ ...CHANNEL, user: 'sync2', more: 'x' }))).toEqual({ ...CHANNEL, user: 'sync2' });
  });

  it.each([
    ['', 'nothing'],
    [JSON.stringify(KEY), 'the JSON itself'],
    [encoded({ ...KEY, apikey: '' }), 'one without a key'],
    [encoded({ account: 'demo', apikey: 'key-1' }), 'one without a channel'],
    [encoded({ ...KEY, rights: 'user' }), 'the rights of a user'],
    [encoded({ ...KEY, mode: 'password' }), 'a password'],
    [encoded({ ...KEY, account: 'de\nmo' }), 'a control character'],
    [encoded({ ...KEY, apikey: 'x'.repeat(400) }), 'too much'],
    [encoded([KEY]), 'a list'],
    [`skc_${'A'.repeat(3_000)}`, 'an endless text'],
    ['skc_!!!', 'no base64url'],
    [encoded(KEY).replace('skc_', 'tdk_'), 'another prefix'],
  ])('cannot be %j (%s)', (text) => {
    expect(readChannelKey(text)).toBeNull();
  });

  it('signs in if the shop of the channel can be read', async () => {
    const stage = await storeKeeperBefore(() => succeeded({ id: 3 }));

    expect(await signInByChannelKey(stage, encoded(KEY))).toEqual(CHANNEL);
    expect(stage.asked).toMatchObject([{ name: 'getShopWithRelation', auth: CHANNEL }]);
  });

  it('signs in if StoreKeeper accepts the key and refuses only the shop', async () => {
    const stage = await storeKeeperBefore(({ name }) => (name === 'listTaxRates' ? listed([]) : failed('General')));
    expect(await signInByChannelKey(stage, encoded(KEY))).toEqual(CHANNEL);
  });

  it('does not sign in if no function responds, whatever the refusal', async () => {
    const stage = await storeKeeperBefore(() => failed('General'));
    expect(await errorOf(signInByChannelKey(stage, encoded(KEY)))).toMatchObject({ code: 'credentials_refused' });
  });

  it('that StoreKeeper refuses does not sign in, and any other text is not sent', async () => {
    const stage = await storeKeeperBefore(() => failed('Auth'));

    expect(await errorOf(signInByChannelKey(stage, encoded(KEY)))).toMatchObject({ code: 'credentials_refused' });
    expect(await errorOf(signInByChannelKey(stage, 'skc_x'))).toMatchObject({ code: 'credentials_refused' });
    expect(stage.asked.every(({ auth }) => auth !== null)).toBe(true);
    expect(stage.asked).toHaveLength(4);
  });
});

describe('a credential', () => {
  it.each([
    [USER, 'olga@demo.example'],
    [CHANNEL, `channel:${CHANNEL.subaccount}`],
  ])('is the sign-in as a single text: %j', (auth, email) => {
    const signIn = { auth, email, isChannel: auth.mode === 'apikey' };
    const credential = createCredential(signIn);
    expect(credential).toMatch(/^sk[cs]_[\w-]+$/);
    expect(parseCredential(credential)).toEqual(signIn);
  });

  it('holds a session with any fields', () => {
    const auth = { ...USER, rights: { orders: ['read'] }, token: 'x'.repeat(4_000), at: null };
    const signIn = { auth, email: WHO.email, isChannel: false };
    expect(parseCredential(createCredential(signIn))).toEqual(signIn);
  });

  it('of a channel is the pasted key', () => {
    expect(readChannelKey(createCredential({ auth: CHANNEL, email: '', isChannel: true }))).toEqual(CHANNEL);
  });

  it.each(['', 'sks_', 'sks_W10', 'tdk_abc', 'sks_e30'])('cannot be %j', (text) => {
    expect(parseCredential(text)).toBeNull();
  });
});

describe('a session', () => {
  /** A server with sessions that the test can end. `refuse` lists the functions that it refuses. */
  async function sessionBefore({
    refuse = [] as readonly string[],
    credentials = true,
    scheme = 'https' as 'http' | 'https',
  } = {}) {
    const state = { begun: 1, taken: 'hush-hash-1', isPasswordTaken: true, isDown: false };
    const script = ({ name, auth, params }: Asked): Scripted => {
      if (name === 'startSessionByEmail') {
        if (state.isDown) return failed('Internal');
        if (!state.isPasswordTaken || params[1] !== WHO.password) return failed('Auth');
        state.begun += 1;
        state.taken = `hush-hash-${state.begun}`;
        return succeeded({ ...USER, hash: state.taken });
      }
      if (auth.hash !== state.taken || refuse.includes(name)) return failed('Auth');
      return name === 'getOrder'
        ? succeeded({ id: 900 })
        : name === 'getShopWithRelation'
          ? succeeded({ id: 3 })
          : listed({});
    };
    const stage = await storeKeeperBefore(script, { scheme });
    const deps = { ...stage, auth: USER, isChannel: false, credentials: credentials ? WHO : null, takenAt: null };
    const session = createStoreKeeperSession(deps);
    const endSessions = () => {
      state.taken = 'none';
    };
    return { ...stage, session, state, endSessions };
  }

  it('that has ended is started again once for all calls that find out, and each call is repeated once', async () => {
    const { session, endSessions, namesAsked, asked } = await sessionBefore();
    endSessions();

    await Promise.all([900, 900, 900].map((id) => session.call('getOrder', { id })));

    expect(namesAsked().filter((name) => name === 'startSessionByEmail')).toHaveLength(1);
    expect(namesAsked().filter((name) => name === 'getOrder').length).toBeLessThanOrEqual(6);
    expect(asked.at(-1)?.auth).toMatchObject({ ...USER, hash: 'hush-hash-2' });
  });

  it('that has ended again is started again', async () => {
    const { session, endSessions, state } = await sessionBefore();
    for (const begun of [2, 3]) {
      endSessions();
      await session.call('getOrder', { id: 900 });
      expect(state.begun).toBe(begun);
    }
  });

  it('that was started again while a response was late is not started a second time', async () => {
    const late = Promise.withResolvers<void>();
    const state = { taken: 'hush-hash-2', begun: 1 };
    const stage = await storeKeeperBefore(
      async ({ name, auth, params }) => {
        if (name === 'startSessionByEmail') {
          state.begun += 1;
          return succeeded({ ...USER, hash: state.taken });
        }
        if (params[0] === 900 && auth.hash !== state.taken) await late.promise;
        return auth.hash === state.taken ? succeeded({ id: Number(params[0]) }) : failed('Auth');
      },
      { scheme: 'https' },
    );
    const session = createStoreKeeperSession({
      ...stage,
      auth: USER,
      isChannel: false,
      credentials: WHO,
      takenAt: null,
    });

    const slow = session.call('getOrder', { id: 900 });
    expect(await session.call('getOrder', { id: 901 })).toEqual({ record: { id: 901 } });
    late.resolve();

    expect(await slow).toEqual({ record: { id: 900 } });
    expect(state.begun).toBe(2);
  });

  it('without a password has ended', async () => {
    const { session, endSessions, namesAsked } = await sessionBefore({ credentials: false });
    endSessions();

    expect(await errorOf(session.call('getOrder', { id: 900 }))).toMatchObject({
      ...{ code: 'session_ended', isPasswordRefused: false },
    });
    expect(namesAsked()).not.toContain('startSessionByEmail');
  });

  it('whose password was forgotten has ended', async () => {
    const { session, endSessions } = await sessionBefore();
    session.end();
    endSessions();
    expect(await errorOf(session.call('getOrder', { id: 900 }))).toMatchObject({ code: 'session_ended' });
  });

  it('does not send the password again to a host that cannot prove its identity', async () => {
    const { session, endSessions, namesAsked } = await sessionBefore({ scheme: 'http' });
    endSessions();

    expect(await errorOf(session.call('getOrder', { id: 900 }))).toMatchObject({ code: 'session_ended' });
    expect(namesAsked()).not.toContain('startSessionByEmail');
  });

  it('whose password is now refused has ended, and the password is not sent again', async () => {
    const { session, endSessions, state, namesAsked } = await sessionBefore();
    endSessions();
    state.isPasswordTaken = false;

    for (const _again of [1, 2]) {
      expect(await errorOf(session.call('getOrder', { id: 900 }))).toMatchObject({
        ...{ code: 'session_ended', isPasswordRefused: true },
      });
    }
    expect(namesAsked().filter((name) => name === 'startSessionByEmail')).toHaveLength(1);
  });

  it('that cannot be started again now has not ended', async () => {
    const { session, endSessions, state } = await sessionBefore();
    endSessions();
    state.isDown = true;
    expect(await errorOf(session.call('getOrder', { id: 900 }))).toMatchObject({ code: 'unavailable' });
    state.isDown = false;
    expect(await session.call('getOrder', { id: 900 })).toEqual({ record: { id: 900 } });
  });

  it('in which one function is refused twice while others respond continues without that function', async () => {
    const { session, state, namesAsked } = await sessionBefore({ refuse: ['listCustomerRelations'] });
    const page = { start: 0, limit: 1 };

    for (const _again of [1, 2, 3]) {
      expect(await errorOf(session.call('listCustomerRelations', page))).toMatchObject({
        ...{
          code: 'forbidden',
          message: 'This sign-in does not have the right to call listCustomerRelations of StoreKeeper.',
        },
      });
    }
    expect(await session.call('getOrder', { id: 900 })).toEqual({ record: { id: 900 } });
    expect(state.begun).toBe(2);
    expect(namesAsked().filter((name) => name === 'startSessionByEmail')).toHaveLength(1);
  });

  it('in which several functions are refused is started again at most once for each of them', async () => {
    const refuse = ['listCustomerRelations', 'listLocationsForHook', 'listTranslatedPaymentMethodForHooks'] as const;
    const { session, state } = await sessionBefore({ refuse });

    for (const _again of [1, 2, 3, 4, 5]) {
      for (const name of refuse) {
        expect(await errorOf(session.call(name, { start: 0, limit: 1 }))).toMatchObject({ code: 'forbidden' });
      }
    }

    expect(state.begun).toBe(1 + refuse.length);
  });

  it('that has ended is started again even by a call of a function that is refused', async () => {
    const { session, endSessions, state } = await sessionBefore({ refuse: ['listCustomerRelations'] });
    const page = { start: 0, limit: 1 };
    await errorOf(session.call('listCustomerRelations', page));
    endSessions();

    expect(await errorOf(session.call('listCustomerRelations', page))).toMatchObject({ code: 'forbidden' });
    expect(state.begun).toBe(3);
    expect(await session.call('getOrder', { id: 900 })).toEqual({ record: { id: 900 } });
    expect(state.begun).toBe(3);
  });

  it('has the response of a function that was refused earlier', async () => {
    const refuse = ['listCustomerRelations'];
    const { session } = await sessionBefore({ refuse });
    const page = { start: 0, limit: 1 };
    await errorOf(session.call('listCustomerRelations', page));
    refuse.pop();
    expect(await session.call('listCustomerRelations', page)).toMatchObject({ total: 1 });
  });

  it('in which the usual checks are refused continues if another function responds', async () => {
    const refuse = ['getShopWithRelation', 'listConfigurations', 'listCustomerRelations'] as const;
    const { session, state } = await sessionBefore({ refuse });
    await session.call('getOrder', { id: 900 });

    for (const _again of [1, 2, 3]) {
      expect(await errorOf(session.call('listCustomerRelations', { start: 0, limit: 1 }))).toMatchObject({
        ...{ code: 'forbidden' },
      });
    }

    expect(state.begun).toBe(2);
  });

  it('whose password is forgotten while another function is called has ended, and the password is not sent', async () => {
    const { session, endSessions, namesAsked, state } = await sessionBefore({ refuse: ['listCustomerRelations'] });
    const page = { start: 0, limit: 1 };
    await errorOf(session.call('listCustomerRelations', page));
    endSessions();
    const begun = state.begun;

    const ending = errorOf(session.call('listCustomerRelations', page));
    session.end();

    expect(await ending).toMatchObject({ code: 'session_ended' });
    expect([state.begun, namesAsked().filter((name) => name === 'startSessionByEmail').length]).toEqual([begun, 1]);
  });

  it('without a password continues as well if one function is refused', async () => {
    const { session } = await sessionBefore({ refuse: ['getShopWithRelation'], credentials: false });

    expect(await errorOf(session.call('getShopWithRelation', { start: 0, limit: 1 }))).toMatchObject({
      code: 'forbidden',
    });
    expect(await session.call('getOrder', { id: 900 })).toEqual({ record: { id: 900 } });
  });

  it('in which nothing responds after a restart has ended', async () => {
    const refuse: string[] = [];
    const { session } = await sessionBefore({ refuse });
    await session.call('listTaxRates', { start: 0, limit: 1 });
    refuse.push('listTaxRates', 'naturalSearchShopFlatProductForHooks');
    refuse.push('getOrder', 'getShopWithRelation', 'listConfigurations');

    expect(await errorOf(session.call('getOrder', { id: 900 }))).toMatchObject({ code: 'session_ended' });
  });

  it('that is asked to wait makes all calls wait', async () => {
    const busy: Scripted = { status: 429, headers: { 'retry-after': '30' }, body: '' };
    const stage = await storeKeeperBefore(() => busy);
    const session = () =>
      createStoreKeeperSession({ ...stage, auth: USER, isChannel: false, credentials: null, takenAt: null });
    const asked = { kind: 'asked' } as const;

    expect(await errorOf(session().call('getOrder', { id: 900 }, asked))).toMatchObject({ code: 'busy' });

    expect(await errorOf(session().call('getOrder', { id: 900 }, asked))).toMatchObject({
      ...{ code: 'busy', retryAfterMs: 30_000 },
    });
    expect(stage.asked).toHaveLength(1);
  });

  it.each<[string, (stage: SignInDeps) => Promise<unknown>]>([
    ['address to confirm', (stage) => confirmStoreKeeper(stage, 'demo')],
    ['password', (stage) => signInByEmail(stage, WHO)],
    ['channel key', (stage) => signInByChannelKey(stage, encoded(KEY))],
  ])('does not wait because StoreKeeper limits the %s of another user', async (_name, signIn) => {
    const busy: Scripted = { status: 429, headers: { 'retry-after': '30' }, body: '' };
    const stage = await storeKeeperBefore(({ auth }) => (auth.user === USER.user ? succeeded({ id: 900 }) : busy));
    const session = createStoreKeeperSession({
      ...stage,
      auth: USER,
      isChannel: false,
      credentials: null,
      takenAt: null,
    });

    expect(await errorOf(signIn(stage))).toMatchObject({ code: 'busy' });
    expect(await session.call('getOrder', { id: 900 })).toEqual({ record: { id: 900 } });
  });

  it('never shows or logs its secrets', async () => {
    const { session, endSessions, state, records } = await sessionBefore();
    endSessions();
    state.isPasswordTaken = false;

    const error = await errorOf(session.call('getOrder', { id: 900 }));

    expect(`${error}${JSON.stringify(records)}`).not.toMatch(/geheim|hush-hash/);
  });
});
