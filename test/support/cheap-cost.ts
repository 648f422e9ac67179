/** Scrypt as cheap as it gets; tests of the cost itself use another. */
export const CHEAP_COST = { N: 16, r: 8, p: 1 };
