import { Client } from 'pg';

/** Runs one statement on a connection of its own. */
export async function asking(url: string, statement: string): Promise<unknown[]> {
  const client = new Client(url);
  await client.connect();
  try {
    return (await client.query(statement)).rows;
  } finally {
    await client.end();
  }
}
