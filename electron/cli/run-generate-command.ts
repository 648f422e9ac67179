import type { GenerateCommand } from './generate-command.ts';
import type { createProgressBar } from './progress-bar.ts';

export interface GenerateDeps {
  readonly generate: () => Promise<void>;
  /** The part that is done, from 0 to 1. */
  readonly readPart: () => number;
  readonly bar: ReturnType<typeof createProgressBar>;
  readonly clock: {
    now(): number;
    after(delayMs: number, task: () => void): () => void;
  };
}

const LOOK_AGAIN_MS = 200;

/** Shows how far the generation is until it is over. Answers the milliseconds that it took. */
export async function runGenerateCommand({ generate, readPart, bar, clock }: GenerateDeps): Promise<number> {
  const startedAt = clock.now();
  let stopLooking = () => {};
  const look = () => {
    bar.show(readPart());
    stopLooking = clock.after(LOOK_AGAIN_MS, look);
  };
  look();
  try {
    await generate();
    bar.show(1);
  } finally {
    stopLooking();
    bar.end();
  }
  return clock.now() - startedAt;
}

/** What was made, of which size in bytes. */
export function generatedLine(
  { products, orders, days, until, seed }: GenerateCommand,
  made: { readonly path: string; readonly tookMs: number; readonly bytes: number },
): string {
  const count = (number: number) => number.toLocaleString('en-US');
  const size = `${count(Math.ceil(made.bytes / 1_000_000))} MB`;
  const what = `${count(products)} products and ${count(orders)} orders of ${count(days)} days until ${until}`;
  return `Made ${what} (seed ${seed}) in ${Math.ceil(made.tookMs / 1_000)} s: ${size} in ${made.path}.`;
}
