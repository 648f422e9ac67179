import { contractSuite } from './contract/contract-suite.ts';
import { expectSuite } from './harness/expect-suite.ts';

expectSuite(contractSuite);
