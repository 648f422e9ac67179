import { describe, expect, it } from 'vitest';
import { clusterTable } from '../../../bench/cluster/cluster-table.ts';

const MEASURED = { requests: 1000, errors: 2, seconds: 10, p50: 4, p99: 20.04, programCpuSeconds: 3 };
const ON_POSTGRES = {
  ...MEASURED,
  setUp: { name: 'postgres-2', database: 'PostgreSQL', instances: 2 },
  databaseCpuSeconds: 1.5,
  databaseMs: 700,
} as const;
const ON_SQLITE = {
  ...MEASURED,
  setUp: { name: 'sqlite-1', database: 'SQLite', instances: 1 },
  databaseCpuSeconds: null,
  databaseMs: null,
} as const;

const cellsOf = (line: string | undefined) => line?.split('|').map((cell) => cell.trim());

describe('clusterTable', () => {
  it('tells what each request costs', () => {
    const [, , row] = clusterTable([ON_POSTGRES]).split('\n');
    expect(cellsOf(row)).toEqual(['', 'PostgreSQL', '2', '100', '4', '20', '2', '3', '1.5', '0.7', '']);
  });

  it('says where the database has no processor time of its own', () => {
    const [, , row] = clusterTable([ON_SQLITE]).split('\n');
    expect(cellsOf(row)?.slice(7)).toEqual(['3', 'in the program', 'in the program', '']);
  });
});
