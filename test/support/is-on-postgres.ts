import { CLUSTER_VARIABLE } from './test-database.ts';

/** Whether tests create their stores in PostgreSQL, which several instances can share. */
export const isOnPostgres = () => process.env[CLUSTER_VARIABLE] !== undefined;
