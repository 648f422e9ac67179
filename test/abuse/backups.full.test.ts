import { backupsSuite } from './backups/backups-suite.ts';
import { expectSuite } from './harness/expect-suite.ts';

expectSuite(backupsSuite);
