import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { openPostgresStore } from '../../../electron/store/open-postgres-store.ts';
import { differencesIn } from '../../store/totals/differences-in.ts';
import { writeShop } from '../../support/shop-folder.ts';
import { createTemporaryFolder } from '../../support/temporary-folder.ts';
import { EMPTY_TEMPLATE } from '../../support/test-database.ts';
import { pickBySize } from '../../support/test-size.ts';
import { openDatabase } from '../open-database.ts';

const SCRIPT = fileURLToPath(new URL('move-and-die.ts', import.meta.url));

const KILLS = pickBySize({ quick: 10, full: 30 });

interface MoveEnd {
  readonly signal: string | null;
  readonly out: string;
  readonly err: string;
}

async function move(file: string, url: string, diesAfter: number): Promise<MoveEnd> {
  const child = spawn(process.execPath, [SCRIPT, file, url, String(diesAfter)]);
  const [out, err, [, signal]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return { signal, out, err };
}

/** Steps from 1 to `count` in an order that looks random and is the same in every run. */
function drawSteps(count: number): readonly number[] {
  let state = 47;
  return Array.from({ length: KILLS }, () => {
    state = (state * 48_271) % 2_147_483_647;
    return 1 + (state % count);
  });
}

it('a move that is killed after any batch leaves a database that everything refuses, and the next one succeeds', async () => {
  const file = await writeShop(createTemporaryFolder());
  const whole = await openDatabase(EMPTY_TEMPLATE);
  const { out } = await move(file, whole, 0);
  // The last step is reported after the mark is removed.
  const last = Number(out) - 1;
  expect(last).toBeGreaterThan(50);

  for (const step of [1, last, ...drawSteps(last)]) {
    const url = await openDatabase(EMPTY_TEMPLATE);
    expect(await move(file, url, step), `step ${step}`).toMatchObject({ signal: 'SIGKILL', err: '' });
    const again = await move(file, url, 0);
    expect(again.err, `step ${step}`).toContain('recreate the database (dropdb, createdb)');
    expect(again.out).toBe('');
    await expect(openPostgresStore({ url }), `step ${step}`).rejects.toMatchObject({ code: 'unfinished_move' });
  }

  const { db, close } = await openPostgresStore({ url: whole });
  expect(await differencesIn(db)).toEqual([]);
  expect(await db.selectFrom('orders').select('id').execute()).not.toEqual([]);
  await close();
}, 600_000);
