import type { Translated } from '../dictionary.ts';
import type { signIn as dutch } from '../nl/sign-in.ts';

export const signIn: Translated<typeof dutch> = {
  title: 'Sign in to Tilldesk',
  account: 'Account',
  email: 'E-mail address',
  password: 'Password',
  remember: 'Stay signed in',
  kept: 'After closing too: this PC keeps the password encrypted.',
  notKept: 'Until you close Tilldesk: this PC cannot keep the password safely.',
  reason: {
    expired: 'Your account, e-mail address or password is no longer valid. Please sign in again.',
    'restore-refused': 'The remembered sign-in is no longer valid. Please sign in again.',
    'restore-failed': 'The remembered sign-in could not be used now. Sign in, or start Tilldesk again later.',
  },
  showPassword: 'Show or hide the password',
  submit: 'Sign in',
  demo: 'Look around the demo shop',
  demoHint: 'A retail chain with made-up products and orders, on this PC.',
  or: 'or',
  required: 'Fill this in.',
  refused: 'Account, e-mail address or password is wrong.',
  tooMany: 'Tried too often. Wait a minute, then try again.',
  wait: 'Too many attempts. Try again in <timer>{{seconds}}</timer> s.',
  waited: 'Too many attempts. You can try again now.',
};
