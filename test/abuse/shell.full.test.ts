import { expectSuite } from './harness/expect-suite.ts';
import { shellSuite } from './shell/shell-suite.ts';

expectSuite(shellSuite);
