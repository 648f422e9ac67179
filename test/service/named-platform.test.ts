import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { login, PLATFORM_HEADER, readMe, refresh, type WindowSignIn } from '../../shared/contract/auth.ts';
import { readOpenApi } from '../../shared/contract/service.ts';
import { createGrantingPlatform } from '../support/granting-platform.ts';
import { openTestStore } from '../support/open-test-store.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import { STAND_IN_CREDENTIALS } from '../support/stand-in-platform.ts';
import { openPerTest } from '../support/test-scope.ts';

const CHOSEN_BY_ATTACKER = 'https://collects-passwords.example';

const TILL: WindowSignIn = { platform: 'https://till.example', isTyped: true };

const store = openPerTest(openTestStore);
const platform = openPerTest(createGrantingPlatform);
let service: RunningService;

async function statusAtWindow(signIn: WindowSignIn, path: string = login.path, credentials = STAND_IN_CREDENTIALS) {
  const headers = { [PLATFORM_HEADER]: JSON.stringify(signIn), 'content-type': 'application/json' };
  const { status } = await service.window.send({ method: 'POST', path, headers, body: JSON.stringify(credentials) });
  return status;
}

beforeEach(async () => {
  service = await startService({ store, platform });
});
afterEach(() => service.stop());

describe('a program that sends passwords to a host of its choice', () => {
  it.each([
    ['the address itself', CHOSEN_BY_ATTACKER],
    ['nothing', ''],
    ['what the window sends', JSON.stringify({ ...TILL, platform: CHOSEN_BY_ATTACKER })],
  ])('names it by %s and is refused before any platform is called', async (_, value) => {
    for (const path of [login.path, refresh.path]) {
      const answer = await service.refusal('POST', path, {
        body: STAND_IN_CREDENTIALS,
        headers: { [PLATFORM_HEADER]: value },
      });
      expect(answer).toMatchObject({
        status: 400,
        message: `Leave out ${PLATFORM_HEADER}: only the window of Tilldesk may send it.`,
      });
    }
    expect(platform.asked).toEqual([]);
  });

  it('names it in the body and is refused because of an unknown member', async () => {
    const body = { ...STAND_IN_CREDENTIALS, platform: CHOSEN_BY_ATTACKER };
    expect(await service.refusal('POST', login.path, { body })).toMatchObject({ status: 400 });
    expect(platform.asked).toEqual([]);
  });

  it('does not find the header in the description of the API', async () => {
    const { text } = await service.send('GET', readOpenApi.path);
    expect(text.toLowerCase()).not.toContain('x-tilldesk');
  });
});

describe('the platform of a sign-in', () => {
  it('is the one that the session of the window names, at login and refresh', async () => {
    const statuses = [await statusAtWindow(TILL), await statusAtWindow({ ...TILL, platform: null }, refresh.path)];
    expect(statuses).toEqual([200, 200]);
    expect(platform.asked).toEqual([
      { account: 'stand-in', platform: 'https://till.example' },
      { account: 'stand-in', platform: null },
    ]);
  });

  it('learns only from the session of the window that the password is remembered', async () => {
    await statusAtWindow({ platform: null, isTyped: false });
    await statusAtWindow({ platform: null, isTyped: true });
    await service.signIn(STAND_IN_CREDENTIALS);
    expect(platform.remembered).toEqual([true, false, false]);
    const body = { ...STAND_IN_CREDENTIALS, isRemembered: true };
    expect(await service.refusal('POST', login.path, { body })).toMatchObject({ status: 400 });
  });

  it('cannot be named by any other program', async () => {
    await service.signIn(STAND_IN_CREDENTIALS);
    expect(platform.asked).toEqual([{ account: 'stand-in' }]);
  });

  it('is ignored by every other endpoint', async () => {
    const token = await service.signIn(STAND_IN_CREDENTIALS);
    const answer = await service.send('GET', readMe.path, {
      token,
      headers: { [PLATFORM_HEADER]: CHOSEN_BY_ATTACKER },
    });
    expect(answer.status).toBe(200);
  });

  it('has a separate count of failed sign-ins, so one platform locks nobody out of another', async () => {
    const wrong = { ...STAND_IN_CREDENTIALS, password: 'wrong' };
    const fail = (at: string) => statusAtWindow({ platform: at, isTyped: true }, login.path, wrong);
    // Six count for the window and five for everybody.
    for (let time = 0; time < 11; time += 1) expect(await fail('https://one.example')).toBe(401);

    expect(await fail('https://one.example')).toBe(429);
    expect(await fail('https://other.example')).toBe(401);
  });
});
