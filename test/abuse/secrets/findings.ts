export const COUNTED = {
  canaries: 'canaries',
  lives: 'lives of the program',
  replies: 'replies heard',
  files: 'files',
  bearers: 'texts that could be the token of the window',
} as const;

export const BREACHES = {
  personal: 'personal data where it must not be',
  bearer: 'tokens that the window received',
} as const;
