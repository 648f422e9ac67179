import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Caller } from '../../../electron/base/caller.ts';
import type { Outcome } from '../../../electron/webhooks/https-sender.ts';
import { createLogRecorder } from '../../support/log-recorder.ts';
import { answered, type SentMessage, TIMED_OUT } from '../../support/recording-sender.ts';
import { CALLER } from '../../support/shop-fixture.ts';
import { SECOND } from '../../unit/webhooks/spans-of-time.ts';
import { createVirtualClock, type VirtualClock } from '../../unit/webhooks/virtual-clock.ts';
import type { UserName } from './expected-world.ts';
import { beginLife, type ProgramLife } from './program-life.ts';

export const MOODS = ['good', 'failing', 'hanging'] as const;
export type Mood = (typeof MOODS)[number];

/** The program on a store file of its own, with time and receivers in the hands of the model. */
export interface RealWorld {
  readonly clock: VirtualClock;
  readonly life: () => ProgramLife;
  mood: Mood;
  /** Messages so far. */
  sent(): number;
  /** Called with each message that is sent, and whether it is accepted. */
  onMessage: (message: SentMessage, isAccepted: boolean) => void;
  killAndReopen(): Promise<void>;
  restart(): Promise<void>;
  close(): Promise<void>;
}

const HANGS_FOR_MS = 15 * SECOND;
const ENDINGS = ['', '-wal', '-shm'];

export async function openRealWorld(template: string, folder: string): Promise<RealWorld> {
  const file = join(folder, 'store.sqlite');
  copyFileSync(template, file);
  let sent = 0;
  const clock = createVirtualClock();
  const { log } = createLogRecorder();
  const respond = (message: SentMessage): Outcome | Promise<Outcome> => {
    sent += 1;
    world.onMessage(message, world.mood === 'good');
    if (world.mood === 'good') return answered(204);
    if (world.mood === 'failing') return answered(500);
    return new Promise((resolve) => clock.after(HANGS_FOR_MS, () => resolve(TIMED_OUT)));
  };
  const begin = () => beginLife({ file, clock, respond, log });
  const world: RealWorld = {
    clock,
    life: () => current,
    mood: 'good',
    sent: () => sent,
    onMessage: () => undefined,
    async killAndReopen() {
      await current.kill();
      current = await begin();
    },
    async restart() {
      await current.stop();
      current = await begin();
    },
    async close() {
      await current.kill();
      for (const ending of ENDINGS) rmSync(`${file}${ending}`, { force: true });
    },
  };
  let current = await begin();
  return world;
}

export const callerOf = (user: UserName): Caller => CALLER[user];
