import { inject } from 'vitest';
import { CLUSTER_VARIABLE } from '../../support/test-database.ts';

// Not every program that opens a store for a test is run by Vitest.
process.env[CLUSTER_VARIABLE] = inject('postgresUrl');
