import { setTimeout } from 'node:timers/promises';
import { asking } from '../support/asking-server.ts';
import { isFullRun } from '../support/test-size.ts';

/** Longer than any delivery of a test is under way. */
const UNDER_WAY_MS = 1_500;

/**
 * Leases that stay are those of whoever was killed: they end now, as they do by themselves half a minute after they
 * were taken. In the full run they do that.
 */
export async function endKilledLeases(url: string): Promise<void> {
  if (isFullRun) return;
  const held = await asking(url, 'select id, leased_until from webhook_deliveries where leased_until is not null');
  await setTimeout(UNDER_WAY_MS);
  for (const { id, leased_until } of held as { id: string; leased_until: string }[]) {
    await asking(
      url,
      `update webhook_deliveries set leased_until = 0 where id = ${id} and leased_until = ${leased_until}`,
    );
  }
}
