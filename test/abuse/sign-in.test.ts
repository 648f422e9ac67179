import { expectSuite } from './harness/expect-suite.ts';
import { signInSuite } from './sign-in/sign-in-suite.ts';

expectSuite(signInSuite);
