/** Programs side by side on one store, under the same load. */
export interface SetUp {
  readonly name: string;
  readonly database: 'SQLite' | 'PostgreSQL';
  readonly instances: number;
}

/** A data file of SQLite belongs to one program. */
export const SET_UPS: readonly SetUp[] = [
  { name: 'sqlite-1', database: 'SQLite', instances: 1 },
  { name: 'postgres-1', database: 'PostgreSQL', instances: 1 },
  { name: 'postgres-2', database: 'PostgreSQL', instances: 2 },
  { name: 'postgres-4', database: 'PostgreSQL', instances: 4 },
];
