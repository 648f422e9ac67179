import type { Sabotage } from '../harness/sabotage.ts';

const THROTTLE = 'electron/service/security/sign-in-throttle.ts';
const TOKENS = 'electron/service/security/access-tokens.ts';
const EMBEDDED = 'electron/platform/embedded/embedded-platform.ts';
const ROUTES = 'electron/service/routes/auth-routes.ts';

/** A short run finds each but `many-at-once`; the tests have time for a few. */
const sabotage = (name: string, flaw: string, file: string, find: string, put: string): Sabotage => ({
  ...{ name, flaw },
  edit: { file, find, put },
  leftToAbuse: true,
});
const quickSabotage: typeof sabotage = (...parts) => ({ ...sabotage(...parts), leftToAbuse: false });

/** Waits and counts under a name that `suffix` makes another one, and signs in under the right one. */
const countedApart = (email: string, suffix: string) =>
  `{ toLowerCase: ((asked) => () => ${email}.toLowerCase() + (asked++ < 2 ? ${suffix} : ''))(0) }`;

export const SIGN_IN_SABOTAGES: readonly Sabotage[] = [
  quickSabotage(
    'per-socket',
    'failures are counted per connection',
    'electron/service/routes/add-endpoint.ts',
    'body: decodeBody(request.body),',
    `body: ((body) => typeof body?.email !== 'string' ? body :
      { ...body, email: ${countedApart('body.email', 'request.raw.socket.remotePort')} })(decodeBody(request.body)),`,
  ),
  quickSabotage(
    'in-memory',
    'failures are forgotten when the program ends',
    'electron/service/build-service.ts',
    'failures: deps.signInFailures,',
    `failures: ((rows) => ({
      ...deps.signInFailures,
      find: async (hash) => rows.get(hash),
      remove: async (hash) => void rows.delete(hash),
      count: async (hash, { now }, mayTry) => {
        const past = rows.get(hash);
        const isCounted = mayTry(past);
        if (isCounted) rows.set(hash, { failures: (past?.failures ?? 0) + 1, last_failed_at: now });
        return { isCounted, past, at: now };
      },
      confirm: async (hash, at) => {
        const failures = rows.get(hash)?.failures ?? 1;
        rows.set(hash, { failures, last_failed_at: at });
        return failures;
      },
      takeBack: async (hash, { past }) => void (past ? rows.set(hash, past) : rows.delete(hash)),
    }))(new Map()),`,
  ),
  quickSabotage(
    'early-return',
    'nothing is hashed for a user that does not exist',
    EMBEDDED,
    'await hasher.verifyAgainstNothing(password)',
    'false',
  ),
  sabotage(
    'many-at-once',
    'as many passwords are hashed at once as there are threads',
    'electron/base/password-hasher.ts',
    'const AT_ONCE = 2;',
    'const AT_ONCE = 50;',
  ),
  quickSabotage(
    'late-count',
    'the platform is asked before the throttle',
    'electron/service/security/sign-in.ts',
    'throttle.attempt(names, () => askInTurn(ask), isRemembered)',
    `askInTurn(ask).then(
      (answer) => throttle.attempt(names, async () => answer),
      (error) => throttle.attempt(names, () => Promise.reject(error)),
    )`,
  ),
  quickSabotage(
    'refresh-apart',
    'failures of refresh have a count of their own',
    ROUTES,
    'addEndpoint(app, refresh, issueToken);',
    `addEndpoint(app, refresh, (call) => issueToken({
      ...call, body: { ...call.body, email: ${countedApart('call.body.email', "'refresh'")} },
    }));`,
  ),
  quickSabotage(
    'spelling',
    'another spelling of an e-mail address has a count of its own',
    'electron/store/accounts/sign-in-attempts-repository.ts',
    'email.toLowerCase(), ...',
    'email, ...',
  ),
  sabotage(
    'side-by-side',
    'attempts with one user are let through on the count of each other’s past',
    THROTTLE,
    'return inTurn(signInHash, () => askUnlessPaused(signInHash, ask, isRemembered));',
    `return failures.find(signInHash).then(async (past) => {
        demandNoPause(signInHash, past);
        return ask().catch(async (error) => {
          if (isRefusal(error)) await failures.add(signInHash, clock.now());
          throw error;
        });
      });`,
  ),
  sabotage(
    'long-lock',
    'a stranger can lock a user out for hours',
    THROTTLE,
    'const LONGEST_PAUSE_S = 60;',
    'const LONGEST_PAUSE_S = 86_400;',
  ),
  sabotage(
    'no-wait',
    'nobody is told how long to wait',
    'electron/service/server/api-error.ts',
    "'retry-after': String(waitS),",
    '',
  ),
  sabotage(
    'other-status',
    'an unknown account is answered otherwise',
    EMBEDDED,
    'if (!user ||',
    "if (!user) throw new PlatformError('rejected', 'This user does not exist.');\n      if (!user ||",
  ),
  quickSabotage(
    'plain-token',
    'tokens are stored as they are',
    'electron/base/secret-hash.ts',
    "return createHash('sha256').update(secret).digest('hex');",
    'return secret;',
  ),
  sabotage(
    'one-second-more',
    'tokens live for a second too long',
    TOKENS,
    'issuedAt + livesS * 1000',
    'issuedAt + (livesS + 1) * 1000',
  ),
  sabotage(
    'clock-set-back',
    'a clock that is set back lengthens the life of a token',
    TOKENS,
    'if (isSetBack) await tokens.removeAll();',
    '',
  ),
  sabotage(
    'remembered-token',
    'a token that was seen once is not looked up again',
    TOKENS,
    'const stored = await tokens.find(secretHash(token));',
    `const seen = (tokens.seen ??= new Map());
      const stored = seen.get(token) ?? (await tokens.find(secretHash(token)));
      seen.set(token, stored);`,
  ),
  sabotage(
    'no-checksum',
    'the checksum of API keys is not looked at',
    'electron/service/security/api-keys.ts',
    'if (!isApiKeyForm(key)) return null;',
    '',
  ),
  sabotage(
    'trimmed-password',
    'blanks around a password are cut off',
    'electron/service/security/sign-in.ts',
    'platform.signIn(request)',
    'platform.signIn({ ...request, password: request.password.trim() })',
  ),
];
