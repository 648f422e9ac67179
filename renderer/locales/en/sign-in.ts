import type { Translated } from '../dictionary.ts';
import type { signIn as dutch } from '../nl/sign-in.ts';

export const signIn: Translated<typeof dutch> = { title: 'signIn' };
