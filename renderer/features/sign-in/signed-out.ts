import type { SessionState } from '../../../shared/contract/bridge.ts';

export type SignedOut = Extract<SessionState, { kind: 'signed-out' }>;
