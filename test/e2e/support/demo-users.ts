import type { Credentials } from '../../../shared/contract/auth.ts';

const password = 'tilldesk-demo';

/** Sees the whole demo shop. */
export const OWNER: Credentials = { account: 'demo', email: 'owner@demo.example', password };

/** Sees the Utrecht location alone. */
export const UTRECHT: Credentials = { account: 'demo', email: 'utrecht@demo.example', password };

/** Sees the whole demo shop as well; no other test signs in with this e-mail, so it may be mistyped often. */
export const ACCOUNTANT: Credentials = { account: 'demo', email: 'accounts@demo.example', password };

/** Sees another shop on the same PC, and nothing of the first. */
export const OTHER_OWNER: Credentials = { account: 'demo-two', email: 'owner@demo-two.example', password };
