import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../session/clock.ts';

/** One-time codes that let a browser in. */
export interface LaunchCodes {
  issue(): string;
  /** True once for each code, as long as it has not expired. */
  redeem(code: string): boolean;
}

export const LAUNCH_CODE_TTL_MS = 10 * 60 * 1000;
const MOST_OPEN_CODES = 20;

export function createLaunchCodes(clock: Pick<Clock, 'now'>): LaunchCodes {
  let open: { code: Buffer; expiresAt: number }[] = [];
  return {
    issue() {
      const code = randomBytes(32);
      open = [...open.slice(1 - MOST_OPEN_CODES), { code, expiresAt: clock.now() + LAUNCH_CODE_TTL_MS }];
      return code.toString('base64url');
    },
    redeem(text) {
      const offered = Buffer.from(text, 'base64url');
      const live = open.filter(({ expiresAt }) => clock.now() < expiresAt);
      open = live.filter(({ code }) => !isSame(code, offered));
      return open.length < live.length;
    },
  };
}

function isSame(code: Buffer, offered: Buffer): boolean {
  return code.length === offered.length && timingSafeEqual(code, offered);
}
