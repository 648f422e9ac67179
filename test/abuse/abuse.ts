import { ABUSE_HELP, readAbuseOptions } from './abuse-options.ts';
import { formatFigures, isClean } from './kill-loop/kill-figures.ts';
import { SABOTAGES } from './kill-loop/program/sabotages.ts';
import { runKillLoop } from './kill-loop/run-kill-loop.ts';

const PROGRESS_EVERY = 50;

/** Shows what is going on without becoming part of what is piped on. */
function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Answers the exit status. */
async function abuse(): Promise<number> {
  const names = Object.keys(SABOTAGES);
  const options = readAbuseOptions(process.argv.slice(2), names);
  if (options.showsHelp) {
    process.stdout.write(`${ABUSE_HELP}\n\nSabotages: ${names.join(', ')}\n`);
    return 0;
  }
  let kills = 0;
  const onKill = () => {
    kills += 1;
    if (kills % PROGRESS_EVERY === 0) note(`${kills} of ${options.kills}`);
  };
  const figures = await runKillLoop({ ...options, onKill, onBreach: note });
  process.stdout.write(
    `kill-loop${options.sabotage ? ` with ${options.sabotage}` : ''}: ${formatFigures(figures)}\n`,
  );
  return isClean(figures) ? 0 : 1;
}

// What was made is removed on the way out, which a signal alone would not take; programs end with this one.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(130));
try {
  process.exitCode = await abuse();
} catch (error) {
  note(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
