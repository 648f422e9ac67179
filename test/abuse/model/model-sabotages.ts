import type { Sabotage } from '../harness/sabotage.ts';

const TOKENS = 'electron/service/security/access-tokens.ts';
const ATTEMPT = 'electron/webhooks/attempt-delivery.ts';

export const MODEL_SABOTAGES: readonly Sabotage[] = [
  {
    name: 'forgets-revocation',
    flaw: 'a token that was revoked is good again after a restart',
    edit: {
      file: TOKENS,
      find: 'revoke: (token) => tokens.revoke(secretHash(token)),',
      put: 'revoke: async (token) => { const { find } = tokens; const gone = secretHash(token); tokens.find = async (hash) => (hash === gone ? undefined : find(hash)); },',
    },
  },
  {
    name: 'a-moment-too-long',
    flaw: 'a token is good at the moment of its end',
    edit: { file: TOKENS, find: '* 1000 <= now', put: '* 1000 < now' },
  },
  {
    name: 'refresh-ends-others',
    flaw: 'a new token ends those that were issued before',
    edit: {
      file: TOKENS,
      find: '...sealed }, maxPerUser,',
      put: '...sealed }, 1,',
    },
  },
  {
    name: 'logout-ends-all',
    flaw: 'one sign-out signs everybody out',
    leftToAbuse: true,
    edit: {
      file: TOKENS,
      find: 'revoke: (token) => tokens.revoke(secretHash(token)),',
      put: 'revoke: () => tokens.removeAll(),',
    },
  },
  {
    name: 'key-outlives-revocation',
    flaw: 'a key that was used works until the next start, revoked or not',
    edit: {
      file: 'electron/service/security/api-keys.ts',
      find: 'const stored = await keys.find(secretHash(key));',
      put: 'keys.known ??= {}; const stored = (keys.known[key] ??= await keys.find(secretHash(key)));',
    },
  },
  {
    name: 'loses-what-is-leased',
    flaw: 'what is being sent during a kill is taken for delivered at the next start',
    edit: {
      file: 'electron/store/webhooks/delivery-attempts.ts',
      find: ".set({ leased_until: null })\n          .where('leased_until', 'is not', null)",
      put: ".set({ leased_until: null, next_attempt_at: null, status: 'delivered' })\n          .where('leased_until', 'is not', null)",
    },
  },
  {
    name: 'old-secret-for-ever',
    flaw: 'the old secret never stops signing',
    edit: { file: ATTEMPT, find: 'oldSecretUntil !== null && at < oldSecretUntil', put: 'true' },
  },
  {
    name: 'old-secret-drops-at-once',
    flaw: 'the old secret does not sign after a rotation',
    edit: { file: ATTEMPT, find: 'oldSecretUntil !== null && at < oldSecretUntil', put: 'false' },
  },
  {
    name: 'told-after-removal',
    flaw: 'a removed webhook is told on',
    edit: {
      file: 'electron/webhooks/webhook-service.ts',
      find: 'await webhooks.remove(scopeOf(caller), id)',
      put: 'id > 0',
    },
  },
  {
    name: 'keeps-user-who-left',
    flaw: 'a user who was switched off keeps tokens, keys and webhooks',
    edit: {
      file: 'electron/platform/embedded/embedded-platform.ts',
      find: 'return user?.is_active === 1 ?',
      put: 'return user ?',
    },
  },
];
