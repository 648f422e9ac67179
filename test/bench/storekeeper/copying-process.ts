import { setTimeout } from 'node:timers/promises';
import pino from 'pino';
import { type Clock, systemClock } from '../../../electron/base/clock.ts';
import { openCopyingProgram } from '../../support/storekeeper/copying-program.ts';
import { DEFAULT_USERS } from '../../support/storekeeper/sessions.ts';

/** What the program is asked to do: each is answered by `CopyingFigures`. */
export type CopyingCommand = 'idle' | 'first copy' | 'later' | 'paced';

export interface CopyingFigures {
  readonly tookMs: number;
  readonly cpuMs: number;
  /** The most that the process had since the command before. */
  readonly peakMb: number;
  readonly diskMb: number;
  /** The store of the copy; null before there is one. */
  readonly file: string | null;
  readonly orders: number;
}

const [address = '', folder = '', callsPerSecond] = process.argv.slice(2);

/** The time of this computer, and what was set forward since. */
let aheadMs = 0;
const clock: Clock = { now: () => systemClock.now() + aheadMs, after: systemClock.after };

const program = openCopyingProgram(address, {
  ...{ clock, folder, log: pino({ level: 'silent' }) },
  ...(callsPerSecond !== undefined && { pace: { callsPerSecond: Number(callsPerSecond) } }),
});

const HOUR_MS = 3_600_000;

/** Longer than any reading of orders that are young, and beyond the next night. */
const LATER_MS = 26 * HOUR_MS;

/** Between two looks at how far it is. The program counts as used while somebody looks. */
const LOOK_MS = 1_000;

/** A part of a reading: at the pace of the product all of it takes hours. */
const PACED_MS = 10 * 60_000;

/** Far more than the whole size takes. */
const MOST_LOOKS = 4 * 3_600;

type User = Awaited<ReturnType<typeof program.platform.signIn>>;
let user: User | null = null;

async function signedIn(): Promise<User> {
  const [first] = DEFAULT_USERS;
  if (first === undefined) throw new Error('the account has no user');
  user ??= await program.platform.signIn({ account: 'voorbeeld', email: first.email, password: first.password });
  return user;
}

async function untilRead(): Promise<number> {
  const caller = await signedIn();
  for (let looks = 0; looks < MOST_LOOKS; looks += 1) {
    await program.platform.listReference(caller, 'shops').catch(() => []);
    await setTimeout(LOOK_MS);
    const status = await program.copies.statusOf(caller);
    const isRead = status?.coverage?.isWhole && status.streams.every(({ readAt }) => readAt !== null);
    if (status?.state === 'waiting' && isRead) return status.coverage?.done ?? 0;
  }
  throw new Error('the copy does not come to its end');
}

async function readForAWhile(): Promise<number> {
  const caller = await signedIn();
  for (const startedAt = performance.now(); performance.now() - startedAt < PACED_MS; ) {
    await program.platform.listReference(caller, 'shops').catch(() => []);
    await setTimeout(LOOK_MS);
  }
  return (await program.copies.statusOf(caller))?.coverage?.done ?? 0;
}

let peakMb = 0;
const megabytes = (bytes: number) => bytes / 1024 ** 2;
const sample = setInterval(() => {
  peakMb = Math.max(peakMb, megabytes(process.memoryUsage.rss()));
}, 50);
sample.unref();

const READING: Record<CopyingCommand, () => Promise<number>> = {
  idle: async () => {
    await setTimeout(LOOK_MS);
    return 0;
  },
  'first copy': untilRead,
  later: untilRead,
  paced: readForAWhile,
};

async function figures(command: CopyingCommand): Promise<CopyingFigures> {
  const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
  peakMb = megabytes(process.memoryUsage.rss());
  if (command === 'later') aheadMs += LATER_MS;
  // Beyond the two later readings of the program before.
  if (command === 'paced') aheadMs += 3 * LATER_MS;
  const orders = await READING[command]();
  const { user: cpuUser, system } = process.cpuUsage(cpu);
  const measured = { tookMs: performance.now() - startedAt, cpuMs: (cpuUser + system) / 1_000, peakMb, orders };
  const [copy] = command === 'idle' ? [] : await program.directory.list();
  return { ...measured, diskMb: megabytes(copy?.bytes ?? 0), file: copy?.file ?? null };
}

process.on('message', (command: CopyingCommand) => {
  figures(command).then(
    (found) => process.send?.(found),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
      process.exit(1);
    },
  );
});
process.stdout.write('Copying is ready\n');
