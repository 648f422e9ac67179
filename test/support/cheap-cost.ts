import { createPasswordHasher } from '../../electron/base/password-hasher.ts';

/** The cheapest scrypt cost. Tests of the cost itself use others. */
const CHEAP_COST = { N: 2, r: 1, p: 1 };

export const cheapHasher = createPasswordHasher({ cost: CHEAP_COST });
