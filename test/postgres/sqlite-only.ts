const BACKUPS = 'copies files of SQLite and checks them; PostgreSQL is backed up by its own means';
const BULK = 'fills a file of SQLite; generated stores are of SQLite alone';
const CONNECTION = 'is about the connection to SQLite itself';
const TWO_CONNECTIONS = 'needs a second connection to the same file; test/postgres has what stands for it';
const PLANS = 'reads the query plans of SQLite';
const THREADS = 'threads of the platform open the file of SQLite again';
const PROGRAM = 'starts the program, or one of its commands, on a data folder with a file of SQLite';
const AT_ONCE =
  'moves a clock by hand and counts on a store that answers at once; the outbox runs in test/store/webhooks';
const SHOPS =
  'makes demo shops of 60,000 lines again and again, seconds each; open-demo-shops.test.ts makes them on PostgreSQL';
const NO_STORE = 'shows nothing of the store; a part that it imports knows how to open one';
const CONFORMANCE = 'asks the embedded platform over HTTP; itself that one conforms on PostgreSQL';
const COPIES = 'is about copies of other platforms, which are files of SQLite whatever the store is';
const SECOND_SQL =
  'its second SQL is that of SQLite; financial-report-oracle.test.ts works out the same figures on PostgreSQL';
const LISTS = 'keeps lists in temporary tables, which SQLite alone does';

/** Test files that do not run on PostgreSQL, each with its reason. */
export const SQLITE_ONLY: Readonly<Record<string, string>> = {
  'test/conformance/copied-platform.test.ts': COPIES,
  'test/conformance/remote.test.ts': CONFORMANCE,
  'test/conformance/threaded.test.ts': THREADS,
  'test/service/exports-command-package.test.ts': PROGRAM,
  'test/service/exports-command-service.test.ts': PROGRAM,
  'test/service/exports-command-upstream.test.ts': PROGRAM,
  'test/service/exports-command.test.ts': PROGRAM,
  'test/service/exports/csv-in-libreoffice.full.test.ts': NO_STORE,
  'test/service/exports/hostile-texts-in-pdf.test.ts': NO_STORE,
  'test/service/exports/threads/cancelled-export.test.ts': PROGRAM,
  'test/service/exports/threads/threaded-exporter.test.ts': PROGRAM,
  'test/service/exports/xlsx-in-libreoffice.full.test.ts': NO_STORE,
  'test/service/financial-report-sql.test.ts': SECOND_SQL,
  'test/service/launch/generate.test.ts': PROGRAM,
  'test/service/launch/keys.test.ts': PROGRAM,
  'test/service/launch/live.test.ts': PROGRAM,
  'test/service/launch/port-setting.test.ts': PROGRAM,
  'test/service/launch/serve.test.ts': PROGRAM,
  'test/service/launch/server.test.ts': PROGRAM,
  'test/service/launch/two-programs.test.ts': PROGRAM,
  'test/service/launch/verify.test.ts': PROGRAM,
  'test/spec-deployment/catalog.test.ts': COPIES,
  'test/spec-deployment/orders.test.ts': COPIES,
  'test/spec-deployment/records.test.ts': COPIES,
  'test/store/backups/daily-backups.test.ts': BACKUPS,
  'test/store/backups/make-backup.test.ts': BACKUPS,
  'test/store/backups/prepare-restore.test.ts': BACKUPS,
  'test/store/backups/recover-store.test.ts': BACKUPS,
  'test/store/backups/set-store-aside.test.ts': BACKUPS,
  'test/store/demo/bulk-load.test.ts': BULK,
  'test/store/changes/commit-order.test.ts': TWO_CONNECTIONS,
  'test/store/changes/first-changes.test.ts': BULK,
  'test/store/orders/customers-queries.test.ts': PLANS,
  'test/store/demo/generate-shops.test.ts': BULK,
  'test/store/demo/generated-rows.test.ts': BULK,
  'test/store/demo/demo-journal.test.ts': SHOPS,
  'test/store/demo/demo-ledgers.test.ts': SHOPS,
  'test/store/demo/live-till.test.ts': SHOPS,
  'test/store/demo/remade-shop.test.ts': SHOPS,
  'test/store/demo/start-after-live-sales.test.ts': SHOPS,
  'test/store/demo/top-up.test.ts': SHOPS,
  'test/store/orders/discounted-orders-queries.test.ts': PLANS,
  'test/store/in-write-transaction.test.ts': TWO_CONNECTIONS,
  'test/store/migrations/exports-index.test.ts': PLANS,
  'test/store/dialects/node-sqlite-database.test.ts': CONNECTION,
  'test/store/open-store.test.ts': CONNECTION,
  'test/store/open-writer.test.ts': CONNECTION,
  'test/store/orders/product-sales-list.test.ts': PLANS,
  'test/store/dialects/sqlite-dialect.test.ts': CONNECTION,
  'test/store/dialects/sqlite-version.test.ts': CONNECTION,
  'test/store/dialects/store-pragmas.test.ts': CONNECTION,
  'test/store/followed-lists.test.ts': LISTS,
  'test/store/temporary-lists.test.ts': LISTS,
  'test/store/webhooks/statement-plans.test.ts': PLANS,
  'test/store/webhooks/writing-beside-another.test.ts': TWO_CONNECTIONS,
  'test/unit/abuse/mutants.test.ts': NO_STORE,
  'test/unit/webhooks/dispatcher-attempts.test.ts': AT_ONCE,
  'test/unit/webhooks/change-poller.test.ts': AT_ONCE,
  'test/unit/webhooks/dispatcher-time.test.ts': AT_ONCE,
  'test/unit/webhooks/dispatcher.test.ts': AT_ONCE,
  'test/unit/api-client/note-age-headers.test.ts': NO_STORE,
  'test/unit/base/password-hasher.test.ts': NO_STORE,
  'test/unit/platform/copy/clock-set-back.test.ts': COPIES,
  'test/unit/platform/copy/copied-catalog.test.ts': COPIES,
  'test/unit/platform/copy/copied-skus.test.ts': COPIES,
  'test/unit/platform/copy/copy-directory.test.ts': COPIES,
  'test/unit/platform/copy/failing-copy.test.ts': COPIES,
  'test/unit/platform/copy/followed-changes.test.ts': COPIES,
  'test/unit/platform/copy/key-over-copy.test.ts': COPIES,
  'test/unit/platform/copy/cached-answers.test.ts': COPIES,
  'test/unit/platform/copy/stored-rights.test.ts': COPIES,
  'test/unit/platform/copy/one-users-problem.test.ts': COPIES,
  'test/unit/platform/remote/aged-answers.test.ts': NO_STORE,
  'test/unit/shared/report-checks.test.ts': NO_STORE,
};
