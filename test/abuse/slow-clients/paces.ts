import { UI_LIMITS, type UiLimits } from '../../../electron/hosts/browser/ui-server.ts';
import { SERVICE_LIMITS, type ServiceLimits } from '../../../electron/service/server/create-server.ts';
import type { SuiteSize } from '../harness/suite.ts';

/** How fast everything goes: the limits of the product in a full run, shorter ones of the same proportions otherwise. */
export interface Pace {
  readonly limits: ServiceLimits;
  readonly uiLimits: UiLimits;
  /** For how long those who were closed come back. */
  readonly lastsMs: number;
  /** On each port. */
  readonly silent: number;
  readonly others: number;
  /** Measured before anybody is slow. */
  readonly baselineCalls: number;
}

const TENTH = {
  headersTimeoutMs: 500,
  requestTimeoutMs: 2_000,
  timeoutCheckMs: 50,
  keepAliveMs: 1_000,
  unreadTimeoutMs: 1_000,
  maxConnections: 200,
};

/** The limit of a body is so long that one of headers that was taken for it would be noticed. */
const SHORT = {
  headersTimeoutMs: 250,
  requestTimeoutMs: 1_600,
  timeoutCheckMs: 20,
  keepAliveMs: 200,
  unreadTimeoutMs: 200,
  maxConnections: 100,
};

function quickened(limits: Partial<ServiceLimits>): Pick<Pace, 'limits' | 'uiLimits'> {
  return { limits: { ...SERVICE_LIMITS, ...limits }, uiLimits: { ...UI_LIMITS, ...limits } };
}

export const PACES: Readonly<Record<SuiteSize, Pace>> = {
  full: { ...quickened({}), lastsMs: 60_000, silent: 250, others: 10, baselineCalls: 200 },
  tenth: { ...quickened(TENTH), lastsMs: 4_000, silent: 100, others: 5, baselineCalls: 100 },
  short: { ...quickened(SHORT), lastsMs: 0, silent: 40, others: 3, baselineCalls: 20 },
};
