import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPlatformHeader } from '../../electron/session/platform-header.ts';
import { login, PLATFORM_HEADER, readMe, refresh } from '../../shared/contract/auth.ts';
import { readOpenApi } from '../../shared/contract/service.ts';
import { createGrantingPlatform } from '../support/granting-platform.ts';
import { openTestStore } from '../support/open-test-store.ts';
import { type RunningService, startService } from '../support/running-service.ts';
import { STAND_IN_CREDENTIALS } from '../support/stand-in-platform.ts';
import { perTest } from '../support/test-scope.ts';

const CHOSEN_BY_ATTACKER = 'https://collects-passwords.example';

const store = perTest(openTestStore);
const platform = perTest(createGrantingPlatform);
let service: RunningService;
const marks = createPlatformHeader();

const signIn = (mark: string, path: string = login.path) =>
  service.send('POST', path, { body: STAND_IN_CREDENTIALS, headers: { [PLATFORM_HEADER]: mark } });
const forged = (platformJson: string, key = '') => {
  const named = Buffer.from(platformJson).toString('base64url');
  return `v1.${named}.${createHmac('sha256', key).update(`platform ${named}`).digest('base64url')}`;
};

beforeEach(async () => {
  service = await startService({ store, platform, readPlatformHeader: marks.read });
});
afterEach(() => service.stop());

describe('a program that sends passwords to a host of its choice', () => {
  const ownMark = () => marks.mark('https://till.example');

  it.each([
    ['the address itself', () => CHOSEN_BY_ATTACKER],
    ['nothing', () => ''],
    ['null', () => 'null'],
    ['a mark under a key of its own', () => forged(JSON.stringify(CHOSEN_BY_ATTACKER), 'guessed')],
    ['a mark of another run', () => createPlatformHeader().mark(CHOSEN_BY_ATTACKER)],
    [
      'the proof of our own mark under another address',
      () => `${forged(JSON.stringify(CHOSEN_BY_ATTACKER)).split('.').slice(0, 2).join('.')}.${ownMark().split('.')[2]}`,
    ],
    ['our own mark cut short', () => ownMark().slice(0, -1)],
    ['our own mark twice in one', () => `${ownMark()}, ${ownMark()}`],
  ])('names it by %s and is refused before any platform is called', async (_, mark) => {
    for (const path of [login.path, refresh.path]) {
      const answer = await service.refusal('POST', path, {
        body: STAND_IN_CREDENTIALS,
        headers: { [PLATFORM_HEADER]: mark() },
      });
      expect(answer).toMatchObject({ status: 400, message: `${PLATFORM_HEADER} is not for other programs.` });
    }
    expect(platform.asked).toEqual([]);
  });

  it('names it in the body and is refused for an unknown member', async () => {
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
  it('is the one that the window session names, at login and refresh', async () => {
    const statuses = [
      (await signIn(marks.mark('https://till.example'))).status,
      (await signIn(marks.mark(null), refresh.path)).status,
    ];
    expect(statuses).toEqual([200, 200]);
    expect(platform.asked).toEqual([
      { account: 'stand-in', platform: 'https://till.example' },
      { account: 'stand-in', platform: null },
    ]);
  });

  it('is told that the password is remembered by our own session alone', async () => {
    await signIn(marks.mark(null, false, STAND_IN_CREDENTIALS));
    await signIn(marks.mark(null, false, { ...STAND_IN_CREDENTIALS, password: 'of another session' }));
    await signIn(marks.mark(null, true));
    await service.signIn(STAND_IN_CREDENTIALS);
    expect(platform.remembered).toEqual([true, false, false, false]);
    const body = { ...STAND_IN_CREDENTIALS, isRemembered: true };
    expect(await service.refusal('POST', login.path, { body })).toMatchObject({ status: 400 });
  });

  it('is not named by any other program', async () => {
    await service.signIn(STAND_IN_CREDENTIALS);
    expect(platform.asked).toEqual([{ account: 'stand-in' }]);
  });

  it('cannot be named if the service has no window session', async () => {
    await service.stop();
    service = await startService({ store, platform });
    expect((await signIn(marks.mark('https://till.example'))).status).toBe(400);
  });

  it('is ignored at every other endpoint', async () => {
    const token = await service.signIn(STAND_IN_CREDENTIALS);
    const answer = await service.send('GET', readMe.path, {
      token,
      headers: { [PLATFORM_HEADER]: CHOSEN_BY_ATTACKER },
    });
    expect(answer.status).toBe(200);
  });

  it('has a separate count of failed sign-ins, so that one platform locks nobody out of another', async () => {
    const wrong = { ...STAND_IN_CREDENTIALS, password: 'wrong' };
    const fail = (mark: string) =>
      service.send('POST', login.path, { body: wrong, headers: { [PLATFORM_HEADER]: mark } });
    // Six on the count of the window, and five on that of everybody.
    for (let time = 0; time < 11; time += 1) {
      expect((await fail(marks.mark('https://one.example'))).status).toBe(401);
    }

    expect((await fail(marks.mark('https://one.example'))).status).toBe(429);
    expect((await fail(marks.mark('https://other.example'))).status).toBe(401);
  });
});
