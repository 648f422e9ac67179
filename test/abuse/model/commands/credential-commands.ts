import fc from 'fast-check';
import { CREDENTIALS } from '../../../support/shop-fixture.ts';
import { type ExpectedWorld, LIFETIME_MS, USER_NAMES, type UserName } from '../expected-world.ts';
import { chosen, type ModelCommand, modelCommand } from '../model-command.ts';
import { callerOf, type RealWorld } from '../real-world.ts';
import { expectSame } from '../world-checks.ts';

/** Refusals in a row from which on the throttle has a say, which is no matter of this model. */
const FREE_REFUSALS = 5;

const user = fc.constantFrom(...USER_NAMES);
const part = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

export function credentialCommands(): readonly fc.Arbitrary<ModelCommand>[] {
  return [
    user.map((name) => signIn('login', name)),
    user.map((name) => signIn('refresh', name)),
    part.map(logOut),
    user.map(makeKey),
    part.map(revokeKey),
    user.map((name) => switchUser(name, false)),
    user.map((name) => switchUser(name, true)),
  ];
}

/** Both are the same to the program: neither ends what was issued before. */
function signIn(way: 'login' | 'refresh', name: UserName): ModelCommand {
  return modelCommand({
    name: `${way} ${name}`,
    isPossible: ({ users }) => users[name].refusals < FREE_REFUSALS,
    async act(expected, world) {
      const answer = await world
        .life()
        .signIn(CREDENTIALS[name], () => false, '127.0.0.1')
        .catch(() => null);
      const state = expected.users[name];
      expectSame(`${name} may sign in`, answer !== null, state.isActive);
      state.refusals = answer === null ? state.refusals + 1 : 0;
      if (answer === null) return;
      const now = world.clock.now();
      const expiresAt = now + LIFETIME_MS;
      expectSame('the end of a token', answer.issued.expires_at, Math.floor(expiresAt / 1000));
      expected.tokens = expected.tokens.filter((token) => now < token.expiresAt);
      expected.tokens.push({ text: answer.issued.token, user: name, expiresAt, isRevoked: false });
    },
  });
}

function logOut(which: number): ModelCommand {
  return modelCommand({
    name: `log out ${which.toFixed(2)}`,
    isPossible: ({ tokens }) => tokens.length > 0,
    async act(expected, world) {
      const token = chosen(expected.tokens, which);
      token.isRevoked = true;
      await world.life().accessTokens.revoke(token.text);
    },
  });
}

function makeKey(name: UserName): ModelCommand {
  return modelCommand({
    name: `make key of ${name}`,
    async act(expected, world) {
      const terms = { name: 'model', expiresAt: null };
      const { record, key } = await world.life().apiKeys.create(callerOf(name), terms);
      expected.keys.push({ text: key, id: record.id, user: name, isRevoked: false });
    },
  });
}

function revokeKey(which: number): ModelCommand {
  return modelCommand({
    name: `revoke key ${which.toFixed(2)}`,
    isPossible: ({ keys }) => keys.length > 0,
    async act(expected, world) {
      const key = chosen(expected.keys, which);
      const hadIt = await world.life().apiKeys.revoke(callerOf(key.user), key.id);
      expectSame('a key is there to be revoked', hadIt, !key.isRevoked);
      key.isRevoked = true;
    },
  });
}

/** In the store, as the operator of a platform does. Whose rights are gone gets no further messages. */
function switchUser(name: UserName, isActive: boolean): ModelCommand {
  return modelCommand({
    name: `switch ${name} ${isActive ? 'on' : 'off'}`,
    isPossible: ({ users }) => users[name].isActive !== isActive,
    async act(expected, world) {
      await writeUser(world, name, isActive);
      expected.users[name].isActive = isActive;
      if (!isActive) await world.clock.advance(UNTIL_NOTICED_MS);
      if (!isActive) disableAllOf(expected, name);
    },
  });
}

const UNTIL_NOTICED_MS = 11 * 60_000;

async function writeUser(world: RealWorld, name: UserName, isActive: boolean): Promise<void> {
  await world
    .life()
    .db.updateTable('users')
    .set({ is_active: isActive ? 1 : 0 })
    .where('id', '=', callerOf(name).userId)
    .execute();
}

function disableAllOf({ webhooks }: ExpectedWorld, name: UserName): void {
  for (const webhook of webhooks) if (webhook.user === name) webhook.isDisabled = true;
}
