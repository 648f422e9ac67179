import { Check } from 'typebox/value';
import { BRIDGE_CHANNEL } from '../../../../electron/hosts/desktop/electron-host.ts';
import { BRIDGE_CALLS } from '../../../../shared/contract/bridge.ts';
import { told } from '../../../support/electron-stand-in.ts';
import type { SuiteRun } from '../../harness/suite.ts';
import { randomCalls } from '../attacks/random-calls.ts';
import { foreignSenders, ownSender, type Sender } from '../attacks/sender-frames.ts';
import { BREACHES, COUNTS } from '../shell-figures.ts';

/** Item 10: who is heard on the one channel, and what may be said there. */
export async function probeBridge(run: SuiteRun): Promise<void> {
  const others = [...told.handlers.keys()].filter((channel) => channel !== BRIDGE_CHANNEL);
  if (others.length > 0) run.breach(BREACHES.heard, `further channels: ${others.join(', ')}`);
  for (const sender of foreignSenders()) {
    run.count(COUNTS.senders);
    if (okOf(await say(sender, ['readAbout', {}])) !== false) run.breach(BREACHES.heard, sender.name);
  }
  if (okOf(await say(ownSender(), ['readAbout', {}])) !== true) run.breach(BREACHES.refused, 'our page');
  for (const call of randomCalls(run.scaled(10_000), run.seed)) {
    run.count(COUNTS.calls);
    const ok = okOf(await say(ownSender(), call));
    if (ok === null || (ok && !isSound(call))) run.breach(BREACHES.crashed, nameOf(call));
  }
}

/** Null where the answer is none of the contract, or there was none. */
function okOf(answer: unknown): boolean | null {
  if (typeof answer !== 'object' || answer === null || !('ok' in answer)) return null;
  return typeof answer.ok === 'boolean' ? answer.ok : null;
}

async function say({ frame }: Sender, sent: readonly unknown[]): Promise<unknown> {
  try {
    return await told.handlers.get(BRIDGE_CHANNEL)?.({ senderFrame: frame } as never, ...sent);
  } catch {
    // Counted by who asks: an error is no answer.
    return null;
  }
}

/** By the contract itself rather than by what the bridge made of it. */
function isSound([name, argument]: readonly unknown[]): boolean {
  const schema = Object.entries(BRIDGE_CALLS).find(([known]) => known === name)?.[1];
  return schema !== undefined && Check(schema, argument);
}

function nameOf([name]: readonly unknown[]): string {
  return typeof name === 'string' ? `the call "${name}"` : `a call named by ${typeof name}`;
}
