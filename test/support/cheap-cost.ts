import { createPasswordHasher } from '../../electron/base/password-hasher.ts';

/** Scrypt as cheap as it gets; tests of the cost itself use another. */
const CHEAP_COST = { N: 2, r: 1, p: 1 };

export const cheapHasher = createPasswordHasher({ cost: CHEAP_COST });
