import { setTimeout } from 'node:timers/promises';
import pino from 'pino';
import { type Clock, systemClock } from '../../../electron/base/clock.ts';
import { openCopyingProgram } from '../../support/storekeeper/copying-program.ts';
import { DEFAULT_USERS } from '../../support/storekeeper/sessions.ts';

/** What one reading took. */
export interface CopyingFigures {
  readonly tookMs: number;
  readonly cpuMs: number;
  readonly idleMb: number;
  readonly peakMb: number;
  readonly diskMb: number;
}

const HOUR_MS = 3_600_000;

/** Longer than any reading of orders that are young, and beyond the next night. */
const LATER_MS = 26 * HOUR_MS;

/** A part of a reading: at the pace of the product all of it takes hours. */
const PACED_MS = 10 * 60_000;

/** Between two looks at how far it is. The program counts as used while somebody looks. */
const LOOK_MS = 1_000;

// Without a pace the account is read whole, for the first time; with one it is read on for ten minutes, a day later.
const [address = '', folder = '', callsPerSecond] = process.argv.slice(2);
const isPaced = callsPerSecond !== undefined;
const clock: Clock = {
  now: () => systemClock.now() + (isPaced ? LATER_MS : 0),
  after: systemClock.after,
};
const program = openCopyingProgram(address, {
  ...{ clock, folder, log: pino({ level: 'silent' }) },
  ...(isPaced && { pace: { callsPerSecond: Number(callsPerSecond) } }),
});

const residentMb = () => process.memoryUsage.rss() / 1024 ** 2;

async function read(): Promise<CopyingFigures> {
  await setTimeout(LOOK_MS);
  const idleMb = residentMb();
  let peakMb = idleMb;
  const sample = setInterval(() => {
    peakMb = Math.max(peakMb, residentMb());
  }, 50);
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
  const [{ email, password } = { email: '', password: '' }] = DEFAULT_USERS;
  const caller = await program.platform.signIn({ account: 'voorbeeld', email, password });
  const isDone = async () => {
    if (isPaced) return performance.now() - startedAt > PACED_MS;
    const status = await program.copies.statusOf(caller);
    const isRead = status?.coverage?.isWhole && status.streams.every(({ readAt }) => readAt !== null);
    return status?.state === 'waiting' && isRead === true;
  };
  while (!(await isDone())) {
    await program.platform.listReference(caller, 'shops').catch(() => []);
    await setTimeout(LOOK_MS);
  }
  clearInterval(sample);
  const { user, system } = process.cpuUsage(cpu);
  const [copy] = await program.directory.list();
  const diskMb = (copy?.bytes ?? 0) / 1024 ** 2;
  return { tookMs: performance.now() - startedAt, cpuMs: (user + system) / 1_000, idleMb, peakMb, diskMb };
}

process.once('message', async () => process.send?.(await read()));
process.stdout.write('Copying is ready\n');
