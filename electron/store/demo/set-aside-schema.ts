import type { DatabaseSync } from 'node:sqlite';

/**
 * Drops all indexes and triggers, of which rows that come in bulk are free then, and answers how each of them is
 * made again. What a table itself declares, its keys and unique columns, stays.
 */
export function setAsideSchema(connection: DatabaseSync): string[] {
  const parts = connection
    .prepare(
      `select type, name, sql from sqlite_master where type in ('index', 'trigger') and sql is not null`,
    )
    .all();
  for (const { type, name } of parts) connection.exec(`drop ${String(type)} "${String(name)}"`);
  return parts.map(({ sql }) => String(sql));
}
