/** Everybody who has figures of his own in a demo or generated store: one of each kind. */
const password = 'tilldesk-demo';

export const PEOPLE = [
  { accountId: 1, isLocked: false, credentials: { account: 'demo', email: 'owner@demo.example', password } },
  {
    accountId: 1,
    isLocked: false,
    credentials: { account: 'demo', email: 'accounts@demo.example', password },
  },
  { accountId: 1, isLocked: true, credentials: { account: 'demo', email: 'utrecht@demo.example', password } },
  {
    accountId: 2,
    isLocked: false,
    credentials: { account: 'demo-two', email: 'owner@demo-two.example', password },
  },
] as const;

export type Person = (typeof PEOPLE)[number];
