import { CLUSTER_VARIABLE } from './test-database.ts';

/** Whether stores of tests are made in PostgreSQL, which several instances may share. */
export const isOnPostgres = () => process.env[CLUSTER_VARIABLE] !== undefined;
