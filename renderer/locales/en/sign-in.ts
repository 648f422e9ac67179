import type { Translated } from '../dictionary.ts';
import type { signIn as dutch } from '../nl/sign-in.ts';

export const signIn: Translated<typeof dutch> = {
  title: 'Sign in to Tilldesk',
  account: 'Account',
  email: 'E-mail address',
  password: 'Password',
  remember: 'Stay signed in',
  rememberWhere:
    'The password goes into the keyring of this PC. Without one, this holds until you close Tilldesk.',
  showPassword: 'Show or hide the password',
  submit: 'Sign in',
  demo: 'Look around the demo shop',
  demoHint: 'A retail chain with made-up products and orders, on this PC.',
  or: 'or',
  required: 'Fill this in.',
  refused: 'Account, e-mail address or password is wrong.',
  tooMany: 'Tried too often. Wait a minute, then try again.',
};
