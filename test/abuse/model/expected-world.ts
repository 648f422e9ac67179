/** What has to be so, as simple as it gets. Instants are those of the clock on the wall. */
export interface ExpectedWorld {
  readonly users: Record<UserName, { isActive: boolean; refusals: number }>;
  tokens: ExpectedToken[];
  readonly keys: {
    readonly text: string;
    readonly id: number;
    readonly user: UserName;
    isRevoked: boolean;
  }[];
  readonly webhooks: ExpectedWebhook[];
  /** How often a product got a new title: no two are the same. */
  titles: number;
}

export const USER_NAMES = ['owner', 'accountant', 'beta'] as const;
export type UserName = (typeof USER_NAMES)[number];

export interface ExpectedToken {
  readonly text: string;
  readonly user: UserName;
  readonly expiresAt: number;
  isRevoked: boolean;
}

export interface ExpectedWebhook {
  readonly id: number;
  readonly url: string;
  readonly user: UserName;
  /** Oldest first; null for the one that signs without an end. */
  secrets: { readonly text: string; readonly until: number | null }[];
  isRemoved: boolean;
  /** Gets nothing, but what changes meanwhile is owed. */
  isDisabled: boolean;
  /** Failed for so long that it may be disabled by now; nothing more is said of it. */
  isDoubtful: boolean;
  /** Version of each record that still has to be delivered to it. */
  readonly owed: Map<string, number>;
}

export const LIFETIME_MS = 1_800_000;
const BOTH_SIGN_MS = 86_400_000;

export function newExpectedWorld(): ExpectedWorld {
  const user = () => ({ isActive: true, refusals: 0 });
  return {
    users: { owner: user(), accountant: user(), beta: user() },
    tokens: [],
    keys: [],
    webhooks: [],
    titles: 0,
  };
}

export function isTokenGood({ users }: ExpectedWorld, token: ExpectedToken, now: number): boolean {
  return users[token.user].isActive && !token.isRevoked && now < token.expiresAt;
}

/** The older secret signs beside the new one for a day. */
export function rotated(webhook: ExpectedWebhook, text: string, now: number): void {
  const before = webhook.secrets.map((secret) => ({ ...secret, until: secret.until ?? now + BOTH_SIGN_MS }));
  webhook.secrets = [...before, { text, until: null }];
}

export function hasTwoSecrets({ secrets }: ExpectedWebhook, now: number): boolean {
  return secrets.some(({ until }) => until !== null && now < until);
}

/** `account` is that of the record. */
export function owe(world: ExpectedWorld, account: 'alpha' | 'beta', record: string, version: number): void {
  for (const webhook of world.webhooks) {
    if (!webhook.isRemoved && accountOf(webhook.user) === account) webhook.owed.set(record, version);
  }
}

export const accountOf = (user: UserName) => (user === 'beta' ? 'beta' : 'alpha');
