import { expectSuite } from './harness/expect-suite.ts';
import { receiversSuite } from './receivers/receivers-suite.ts';

expectSuite(receiversSuite);
