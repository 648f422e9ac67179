import { onTestFinished } from 'vitest';
import type { DispatcherDeps } from '../../../electron/webhooks/dispatcher.ts';
import { openDispatching } from './open-dispatching.ts';

export { eventsIn } from './events-in.ts';
export { seededRandom } from './seeded-random.ts';
export { DAY, HOUR, MINUTE, SECOND } from './spans-of-time.ts';

export type Dispatching = Awaited<ReturnType<typeof openDispatching>>;

/** Starts a dispatcher that runs until the test ends. */
export async function startDispatching(options: Partial<DispatcherDeps> = {}): Promise<Dispatching> {
  const at = await openDispatching(options);
  onTestFinished(at.close);
  return at;
}
