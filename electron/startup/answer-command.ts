import { failureOfCommand } from './failure-of-start.ts';

/**
 * Runs a command beside the program: tells its lines, or why it failed, and answers its exit status. `sentenceOf` is what
 * the command knows of a failure itself, if anything.
 */
export async function answerCommand(
  run: () => Promise<readonly string[]>,
  sentenceOf: (error: unknown) => string | null,
): Promise<number> {
  try {
    const lines = await run();
    process.stdout.write(`${lines.join('\n')}\n`);
    return 0;
  } catch (error) {
    const { lines, exitStatus } = failureOfCommand(error, sentenceOf(error));
    process.stderr.write(`${lines.join('\n')}\n`);
    return exitStatus;
  }
}
