import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { createRandomStream } from '../../electron/platform/demo/prng.ts';
import { migrations } from '../../electron/store/migrations/migrate-store.ts';
import { openStore } from '../../electron/store/open-store.ts';
import { compileFailingDisk } from './failing-disk/disk-control.ts';
import { sideBySide } from './harness/side-by-side.ts';
import { createSuiteFolder } from './harness/suite-folder.ts';
import { type Moment, openAndKill, randomMoment, startMigrating } from './migrations/killed-migration.ts';
import { isSameState, layStoreBefore, layStoreOfNow, readState, type StoreState } from './migrations/older-stores.ts';

const STEPS = Object.keys(migrations);

/** Per migration. */
const KILLS = 4;

const folder = createSuiteFolder();
const storeOfNow = join(folder, 'now.sqlite');
await layStoreOfNow(storeOfNow);

/** A store before a migration, and its state before and after. */
interface MigrationCase {
  readonly step: string;
  readonly file: string;
  readonly before: StoreState;
  readonly migrated: StoreState;
}

const cases: MigrationCase[] = [];
for (const step of STEPS) cases.push(await layCase(step));

async function layCase(step: string): Promise<MigrationCase> {
  const file = join(folder, `before-${step}.sqlite`);
  await layStoreBefore(file, step, storeOfNow);
  const migrated = join(folder, `migrated-${step}.sqlite`);
  copyFileSync(file, migrated);
  const before = readState(file);
  await (await openStore({ file: migrated })).close();
  return { step, file, before, migrated: readState(migrated) };
}

/** Kills a migration and describes what is wrong with the store. */
async function findFaultsAfterKill(
  { step, file, before, migrated }: MigrationCase,
  copy: string,
  moment: Moment,
  library: string | null,
) {
  copyFileSync(file, copy);
  const ending = await openAndKill(copy, moment, library);
  const at = moment.atCall === null ? `after ${moment.afterMs.toFixed(1)} ms` : `at call ${moment.atCall}`;
  const where = `before ${step}, killed ${at}`;
  const faults: string[] = [];
  if (ending?.kind === 'refused') faults.push(`${where}: does not open: ${ending.name}`);
  const left = readState(copy);
  faults.push(...left.problems.map((problem) => `${where}: ${problem}`));
  if (!isSameState(left, migrated) && !isSameState(left, before))
    faults.push(`${where}: half migrated, at ${left.version}`);
  // The next start must complete it without a message.
  await (await openStore({ file: copy })).close();
  if (!isSameState(readState(copy), migrated)) faults.push(`${where}: other rows than without a kill`);
  return { faults, isKilled: ending === null };
}

function readBytes(file: string): string {
  return ['', '-wal'].map((ending) => (existsSync(file + ending) ? readFileSync(file + ending, 'hex') : '')).join();
}

describe('a store of an older program', () => {
  it('is intact after a kill during any migration, and the next start completes it', {
    timeout: 300_000,
  }, async () => {
    const library = compileFailingDisk(folder);
    const random = createRandomStream(1, 'kills');
    const kills = cases.flatMap((one) =>
      Array.from({ length: KILLS }, (_, index) => ({ one, index, moment: randomMoment(random, library) })),
    );
    const faults: string[] = [];
    let killed = 0;
    await sideBySide(kills, availableParallelism(), async ({ one, index, moment }) => {
      const outcome = await findFaultsAfterKill(one, join(folder, `${one.step}-${index}.sqlite`), moment, library);
      faults.push(...outcome.faults);
      if (outcome.isKilled) killed += 1;
    });

    expect(faults).toEqual([]);
    // The others had ended before.
    expect(killed).toBeGreaterThan(kills.length / 4);
  });

  it('is migrated once by two programs that open it at the same time', async () => {
    for (const { step, file, migrated } of cases.filter((_, index) => index % 6 === 0)) {
      const copy = join(folder, `twice-${step}.sqlite`);
      copyFileSync(file, copy);
      const both = await Promise.all([startMigrating(copy, process.env), startMigrating(copy, process.env)]);
      const endings = await Promise.all(both.map(({ open }) => open()));

      expect(endings, step).toEqual([{ kind: 'opened' }, { kind: 'opened' }]);
      expect(isSameState(readState(copy), migrated), step).toBe(true);
    }
  });
});

describe('a store of a newer program', () => {
  it.each([
    ['in its file', false],
    ['only in its log', true],
  ])('is refused with a sentence and not changed: the unknown migration is %s', async (_, isInLog) => {
    const file = join(folder, `newer-${isInLog ? 'log' : 'alone'}.sqlite`);
    copyFileSync(storeOfNow, file);
    const connection = new DatabaseSync(file);
    if (isInLog) connection.exec('pragma wal_autocheckpoint = 0');
    connection.exec("insert into kysely_migration (name, timestamp) values ('9999-of-the-future', '2030-01-01')");
    if (!isInLog) connection.exec('pragma wal_checkpoint(truncate)');
    const copy = `${file}.copy`;
    for (const ending of ['', '-wal']) {
      if (existsSync(`${file}${ending}`)) copyFileSync(`${file}${ending}`, `${copy}${ending}`);
    }
    connection.close();
    const before = readBytes(copy);

    await expect(openStore({ file: copy })).rejects.toMatchObject({ name: 'StoreError', code: 'newer_schema' });

    expect(readBytes(copy)).toBe(before);
  });
});
