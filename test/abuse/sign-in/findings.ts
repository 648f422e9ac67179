export const COUNTED = {
  guesses: 'guesses',
  restarts: 'restarts',
  held: 'guesses held back',
  honest: 'honest sign-ins',
  classes: 'refusals compared',
  tokens: 'moments of tokens',
  typos: 'mistyped keys',
  passwords: 'unusual passwords',
} as const;

export const BREACHES = {
  beyond: 'guesses beyond the bound',
  wait: 'guesses held back without the wait that is due',
  locked: 'honest users who were locked out',
  telling: 'failures that tell what was wrong',
  cost: 'failures that cost more or less hashing than another',
  memory: 'sign-ins at once that took too much memory',
  life: 'tokens that lived too long or too short',
  revoked: 'revoked tokens that worked',
  reads: 'reads of the store for a mistyped key',
  changed: 'passwords that arrived otherwise than typed',
} as const;
