import { authorisationSuite } from './authorisation/authorisation-suite.ts';
import { expectSuite } from './harness/expect-suite.ts';

expectSuite(authorisationSuite);
