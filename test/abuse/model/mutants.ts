import { mutantsOf } from '../harness/mutant.ts';

const IN_TESTS = [
  'forgets-revocation',
  'a-moment-too-long',
  'refresh-ends-others',
  'key-outlives-revocation',
  'loses-what-is-leased',
  'old-secret-for-ever',
  'old-secret-drops-at-once',
  'told-after-removal',
  'keeps-user-who-left',
];

export const MODEL_MUTANTS = mutantsOf(IN_TESTS, {
  'electron/service/security/access-tokens.ts': {
    'forgets-revocation': [
      'a token that was revoked is good again after a restart',
      'revoke: (token) => tokens.revoke(secretHash(token)),',
      'revoke: async (token) => { const { find } = tokens; const gone = secretHash(token); tokens.find = async (hash) => (hash === gone ? undefined : find(hash)); },',
    ],
    'a-moment-too-long': ['a token is good at the moment of its end', '* 1000 <= now', '* 1000 < now'],
    'refresh-ends-others': [
      'a new token ends those that were issued before',
      '...sealed }, maxPerUser,',
      '...sealed }, 1,',
    ],
    'logout-ends-all': [
      'one sign-out signs everybody out',
      'revoke: (token) => tokens.revoke(secretHash(token)),',
      'revoke: () => tokens.removeAll(),',
    ],
  },
  'electron/service/security/api-keys.ts': {
    'key-outlives-revocation': [
      'a key that was used works until the next start, revoked or not',
      'const stored = await keys.find(secretHash(key));',
      'keys.known ??= {}; const stored = (keys.known[key] ??= await keys.find(secretHash(key)));',
    ],
  },
  'electron/store/webhooks/delivery-attempts.ts': {
    'loses-what-is-leased': [
      'what is being sent during a kill is taken for delivered at the next start',
      `.set({ leased_until: null })
          .where('leased_until', 'is not', null)`,
      `.set({ leased_until: null, next_attempt_at: null, status: 'delivered' })
          .where('leased_until', 'is not', null)`,
    ],
  },
  'electron/webhooks/attempt-delivery.ts': {
    'old-secret-for-ever': [
      'the old secret never stops signing',
      'oldSecretUntil !== null && at < oldSecretUntil',
      'true',
    ],
    'old-secret-drops-at-once': [
      'the old secret does not sign after a rotation',
      'oldSecretUntil !== null && at < oldSecretUntil',
      'false',
    ],
  },
  'electron/webhooks/webhook-service.ts': {
    'told-after-removal': [
      'a removed webhook still gets messages',
      'await webhooks.remove(scopeOf(caller), id)',
      'id > 0',
    ],
  },
  'electron/platform/embedded/embedded-platform.ts': {
    'keeps-user-who-left': [
      'a user who was switched off keeps tokens, keys and webhooks',
      'return user?.is_active === 1 ?',
      'return user ?',
    ],
  },
});
