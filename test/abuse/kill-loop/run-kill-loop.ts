import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeCertificate } from '../../support/certificates.ts';
import { bundleVictim } from './bundle-victim.ts';
import { type KillFigures, sumFigures } from './kill-figures.ts';
import { runKillTrack } from './kill-track.ts';

export interface KillLoopOptions {
  readonly kills: number;
  readonly seed: number;
  /** Data folders that are killed side by side. */
  readonly workers: number;
  readonly sabotage: string | null;
  readonly drainLimitMs?: number;
  readonly onKill?: () => void;
  readonly onBreach?: (sentence: string) => void;
}

/** After a start the program puts off what is overdue by a minute, for up to 30 s: on a slow machine it may come to that. */
const DRAIN_LIMIT_MS = 60_000;

/** Kills the program so many times in all, and answers the figures. What it makes lies in a temporary folder. */
export async function runKillLoop(options: KillLoopOptions): Promise<KillFigures> {
  const {
    kills,
    seed,
    sabotage,
    drainLimitMs = DRAIN_LIMIT_MS,
    onKill = () => {},
    onBreach = () => {},
  } = options;
  const workers = Math.min(options.workers, kills);
  const folder = mkdtempSync(join(tmpdir(), 'tilldesk-abuse-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  try {
    const script = await bundleVictim(folder);
    const certificate = await makeCertificate({ names: ['localhost', '127.0.0.1', '::1'] });
    const shared = { script, folder, certificate, seed, sabotage, drainLimitMs, onKill, onBreach };
    const tracks = Array.from({ length: workers }, (_, number) =>
      runKillTrack({ ...shared, number, kills: shareOf(kills, workers, number) }),
    );
    return sumFigures(await Promise.all(tracks));
  } finally {
    remove();
    process.off('exit', remove);
  }
}

function shareOf(kills: number, workers: number, number: number): number {
  return Math.floor(kills / workers) + (number < kills % workers ? 1 : 0);
}
