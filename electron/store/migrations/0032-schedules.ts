import type { Migration } from 'kysely/migration';

/** Adds scheduled exports and their runs. */
export const schedules: Migration = {
  async up(db) {
    await db.schema
      .createTable('export_schedules')
      .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('account_id', 'integer', (c) => c.notNull())
      .addColumn('user_id', 'integer', (c) => c.notNull())
      .addColumn('form', 'text', (c) => c.notNull())
      .addColumn('is_refused', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('planned_until', 'bigint', (c) => c.notNull())
      .execute();
    await db.schema
      .createTable('export_runs')
      .addColumn('id', 'integer', (c) => c.primaryKey().autoIncrement())
      .addColumn('schedule_id', 'integer', (c) => c.notNull().references('export_schedules.id').onDelete('cascade'))
      .addColumn('due_at', 'bigint', (c) => c.notNull())
      .addColumn('period_from', 'text')
      .addColumn('period_to', 'text')
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('is_late', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
      .addColumn('next_at', 'bigint')
      .addColumn('first_failed_at', 'bigint')
      .addColumn('problem', 'text')
      .addColumn('message', 'text')
      .addColumn('prepared', 'text')
      .addColumn('export_id', 'integer')
      .addColumn('file_name', 'text')
      .addColumn('changed_from', 'text')
      .addColumn('ended_at', 'bigint')
      .execute();
    await db.schema.createIndex('export_runs_by_schedule').on('export_runs').columns(['schedule_id', 'id']).execute();
  },
};
