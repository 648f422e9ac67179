import type { Credentials } from '../../../shared/contract/auth.ts';

const password = 'tilldesk-demo';

/** Sees the whole demo shop. */
export const OWNER: Credentials = { account: 'demo', email: 'owner@demo.example', password };

/** Sees the Utrecht location alone. */
export const UTRECHT: Credentials = { account: 'demo', email: 'utrecht@demo.example', password };
