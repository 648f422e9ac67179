import { mutantsOf } from '../harness/mutant.ts';

const IN_TESTS = ['per-attempt', 'in-memory', 'early-return', 'late-count', 'spelling', 'plain-token'];

export const SIGN_IN_MUTANTS = mutantsOf(IN_TESTS, {
  'electron/service/build-service.ts': {
    'in-memory': [
      'failures are forgotten when the program ends',
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
    ],
  },
  'electron/platform/embedded/embedded-platform.ts': {
    'early-return': [
      'nothing is hashed for a user that does not exist',
      'await hasher.verifyAgainstNothing(password)',
      'false',
    ],
    'other-status': [
      'an unknown account is answered otherwise',
      'if (!user ||',
      `if (!user) throw new PlatformError('rejected', 'This user does not exist.');
      if (!user ||`,
    ],
  },
  'electron/base/password-hasher.ts': {
    'many-at-once': [
      'as many passwords are hashed at once as there are threads',
      'const AT_ONCE = 2;',
      'const AT_ONCE = 50;',
    ],
  },
  'electron/service/security/sign-in.ts': {
    'per-attempt': [
      'each attempt has a count of its own',
      'const names = { account, email, platform: named };',
      'const names = { account, email, platform: String(Math.random()) };',
    ],
    'late-count': [
      'the platform is asked before the throttle',
      'throttle.attempt(names, () => askQueued(() => ask(request, false)), isRemembered)',
      `askQueued(() => ask(request, false)).then(
      (answer) => throttle.attempt(names, async () => answer),
      (error) => throttle.attempt(names, () => Promise.reject(error)),
    )`,
    ],
    'trimmed-password': [
      'blanks around a password are cut off',
      'return platform.signIn(asked);',
      'return platform.signIn({ ...asked, password: asked.password.trim() });',
    ],
  },
  'electron/store/accounts/sign-in-attempts-repository.ts': {
    spelling: [
      'another spelling of an e-mail address has a count of its own',
      "['folded', foldName(account), foldName(email),",
      "['folded', account, email,",
    ],
  },
  'electron/service/security/sign-in-throttle.ts': {
    'long-lock': [
      'a stranger can lock a user out for hours',
      'const LONGEST_PAUSE_S = 60;',
      'const LONGEST_PAUSE_S = 86_400;',
    ],
  },
  'electron/service/server/api-error.ts': {
    'no-wait': ['no answer says how long to wait', "'retry-after': String(waitS),", ''],
  },
  'electron/base/secret-hash.ts': {
    'plain-token': [
      'tokens are stored as they are',
      "return createHash('sha256').update(secret).digest('hex');",
      'return secret;',
    ],
  },
  'electron/service/security/access-tokens.ts': {
    'one-second-more': [
      'tokens live for a second too long',
      'issuedAt + lifetimeS * 1000',
      'issuedAt + (lifetimeS + 1) * 1000',
    ],
    'clock-set-back': [
      'a clock that is set back lengthens the life of a token',
      'if (isSetBack) await tokens.removeAll();',
      '',
    ],
    'remembered-token': [
      'a token that was seen once is not looked up again',
      'const stored = await tokens.find(secretHash(token));',
      `const seen = (tokens.seen ??= new Map());
      const stored = seen.get(token) ?? (await tokens.find(secretHash(token)));
      seen.set(token, stored);`,
    ],
  },
  'electron/service/security/api-keys.ts': {
    'no-checksum': ['the checksum of API keys is not looked at', 'if (!isApiKeyForm(key)) return null;', ''],
  },
});
