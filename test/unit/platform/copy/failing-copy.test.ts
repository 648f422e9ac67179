import { describe, expect, it, onTestFinished } from 'vitest';
import { readStatusLines } from '../../../../electron/cli/copies.ts';
import type { OpenedPlatform } from '../../../../electron/platform/several-platforms.ts';
import { type Deployment, openCopies, openDeployment } from '../../../support/copy-rig.ts';
import type { LogRecord } from '../../../support/log-recorder.ts';
import { waitFor } from '../../../support/wait-for.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const PAGE = { start: 0, limit: 1 };
const PROBLEM = 'The feed of products and their list do not agree.';

/** Starts with a deployment whose feed lacks a product of its list. */
async function openAstray() {
  const deployment = await openDeployment();
  deployment.spoil((own) => ({
    async readChanges(caller, feed, query) {
      const page = await own.readChanges(caller, feed, query);
      return { ...page, rows: page.rows.slice(1), total: page.rows.length - 1 };
    },
  }));
  const program = await startProgram(deployment);
  return { deployment, ...program };
}

async function startProgram(deployment: Deployment, folder?: string) {
  const copies = openCopies(deployment, folder === undefined ? {} : { folder });
  onTestFinished(copies.close);
  const owner = await copies.signIn('owner');
  const { getStatus } = copies.copies as NonNullable<OpenedPlatform['copies']>;
  let readings = 0;
  /** Waits until the failure is on disk, which ends a reading. No other reading starts before that. */
  const endReading = () => waitFor(async () => expect((await getStatus(owner))?.state).toBe('waiting'));
  /** Advances the clock while a window is open, and waits for the reading that this starts. */
  async function passUntilRead(ms: number): Promise<void> {
    deployment.clock.advance(ms);
    readings += 1;
    await waitFor(async () => {
      // Repeated, because a failure is logged before its reading has ended.
      await copies.platform.searchProducts(owner, PAGE);
      expect(failuresIn(copies.records)).toHaveLength(readings);
    });
    await endReading();
  }
  /** Advances the clock while a window is open. Returns whether the catalog was read. */
  async function pass(ms: number): Promise<boolean> {
    deployment.takeAsked();
    deployment.clock.advance(ms);
    await copies.platform.searchProducts(owner, PAGE);
    await endReading();
    return deployment.takeAsked().includes('readChanges');
  }
  return { copies, owner, passUntilRead, pass };
}

const failuresIn = (records: readonly LogRecord[]) => records.filter(({ msg }) => msg === 'could not refresh a copy');

describe('a copy that fails twice for the same reason', () => {
  it('waits for five minutes, then for twice as long, instead of reading the catalog every 15 s', async () => {
    const { passUntilRead, pass } = await openAstray();
    await passUntilRead(0);
    await passUntilRead(15 * SECOND);
    expect(await pass(15 * SECOND)).toBe(false);
    expect(await pass(4 * MINUTE)).toBe(false);
    await pass(MINUTE);
    await passUntilRead(15 * SECOND);
    expect(await pass(9 * MINUTE)).toBe(false);
    await pass(MINUTE);
    await passUntilRead(15 * SECOND);
  });

  it('says what failed and when it is retried, in the window, in the command, and in the log', async () => {
    const { copies, owner, passUntilRead } = await openAstray();
    await passUntilRead(0);
    expect(await copies.copies?.getStatus(owner)).toMatchObject({ problem: PROBLEM, triesAgainAt: null });
    await passUntilRead(15 * SECOND);

    await waitFor(async () => {
      const status = await copies.copies?.getStatus(owner);
      expect(status).toMatchObject({ state: 'waiting', problem: PROBLEM, triesAgainAt: '2026-11-01T12:05:15+01:00' });
      const [listed] = await copies.directory.list();
      expect(listed && (await readStatusLines(listed))).toEqual(
        expect.arrayContaining([
          `  failed 2 times in a row: ${PROBLEM}`,
          '  It is tried again after 2026-11-01 12:05, after a restart, or when its user chooses "Read again".',
        ]),
      );
    });
    const waits = copies.records.find(({ msg }) => msg === 'a copy waits: it failed again for the same reason');
    expect(waits).toMatchObject({ problem: PROBLEM, times: 2 });
  });

  it('is retried at the request of its user and after a restart, which also forgets the failure', async () => {
    const { deployment, copies, owner, passUntilRead } = await openAstray();
    await passUntilRead(0);
    await passUntilRead(15 * SECOND);
    await waitFor(async () => expect((await copies.copies?.getStatus(owner))?.state).toBe('waiting'));
    await copies.copies?.control(owner, 'readAgain');
    await waitFor(() => expect(failuresIn(copies.records)).toHaveLength(3));
    await copies.close();

    const restarted = await startProgram(deployment, copies.folder);
    await restarted.passUntilRead(0);
    expect(await restarted.pass(15 * SECOND)).toBe(false);

    deployment.spoil(() => ({}));
    await waitFor(async () => {
      expect((await restarted.copies.copies?.getStatus(restarted.owner))?.state).toBe('waiting');
    });
    await restarted.copies.copies?.control(restarted.owner, 'readAgain');
    await waitFor(async () => {
      const status = await restarted.copies.copies?.getStatus(restarted.owner);
      expect(status).toMatchObject({ state: 'waiting', problem: null, triesAgainAt: null });
      expect((await restarted.copies.directory.list())[0]?.failure).toBeNull();
    });
  });
});
