import { inject, onTestFinished } from 'vitest';
import { createTestDatabase, TEMPLATE } from '../support/test-database.ts';

/** A database of the cluster for one test. */
export async function openDatabase(template = TEMPLATE): Promise<string> {
  const database = await createTestDatabase(inject('postgresUrl'), template);
  onTestFinished(() => database.drop());
  return database.url;
}
