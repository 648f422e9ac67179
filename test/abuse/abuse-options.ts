import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

export interface AbuseOptions {
  readonly kills: number;
  readonly seed: number;
  readonly workers: number;
  readonly sabotage: string | null;
  readonly showsHelp: boolean;
}

export const ABUSE_HELP = `Kills Tilldesk at random moments and looks for what is lost.

  npm run abuse -- kill-loop [options]

  --kills N             how often in all (1000)
  --seed N              of the random choices (1)
  --workers N           data folders side by side (as many as processors)
  --sabotage NAME       put a mistake into the program, which has to be found
  --help                this text

Ends with status 1 when something was lost.`;

/** Throws an error of one sentence. */
export function readAbuseOptions(argv: readonly string[], sabotages: readonly string[]): AbuseOptions {
  const { values, positionals } = parseArgs({
    args: [...argv],
    options: {
      kills: { type: 'string' },
      seed: { type: 'string' },
      workers: { type: 'string' },
      sabotage: { type: 'string' },
      help: { type: 'boolean' },
    },
    allowPositionals: true,
  });
  const showsHelp = values.help ?? false;
  if (!showsHelp && positionals.join() !== 'kill-loop')
    throw new Error('Say what to do: kill-loop, or --help.');
  const { sabotage = null } = values;
  if (sabotage !== null && !sabotages.includes(sabotage)) {
    throw new Error(`There is no sabotage ${sabotage}; there are ${sabotages.join(', ')}.`);
  }
  return {
    kills: readNumber('--kills', values.kills, 1_000),
    seed: readNumber('--seed', values.seed, 1),
    workers: readNumber('--workers', values.workers, availableParallelism()),
    sabotage,
    showsHelp,
  };
}

function readNumber(name: string, text: string | undefined, byDefault: number): number {
  if (text === undefined) return byDefault;
  if (!/^[1-9]\d{0,5}$/.test(text))
    throw new Error(`${name} takes a number from 1 to 999999, not "${text}".`);
  return Number(text);
}
