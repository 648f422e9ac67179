import { vi } from 'vitest';
import type { Me } from '../../../../shared/contract/auth.ts';
import {
  type About,
  type BridgeCall,
  type BridgeFailure,
  type BridgeResults,
  DEFAULT_SETTINGS,
  type SessionState,
  type Settings,
} from '../../../../shared/contract/bridge.ts';

type Handlers = {
  [C in BridgeCall]?: (argument: never) => BridgeResults[C] | Promise<BridgeResults[C]>;
};

export class Refusal extends Error {
  readonly failure: BridgeFailure;

  constructor(failure: Partial<BridgeFailure>) {
    super('refused');
    this.failure = { status: null, code: 'failed', message: 'no', requestId: null, ...failure };
  }
}

const ABOUT: About = {
  version: '0.1.0',
  host: 'browser',
  apiAddress: 'http://127.0.0.1:4870',
  dataFolder: '/data',
  notices: [],
};

export interface FakeBridge {
  readonly calls: { readonly name: string; readonly argument: unknown }[];
  session: SessionState;
  settings: Settings;
  /** Answers these calls another way from now on; a `Refusal` that is thrown is the failure answered. */
  on(handlers: Handlers): void;
}

/** A host that remembers session and settings as the real one does. Any password but `wrong` signs in. */
export function installFakeBridge(): FakeBridge {
  const handlers: Record<string, (argument: never) => unknown> = {
    readSession: () => bridge.session,
    signIn: ({ email, password }: { email: string; password: string }) => {
      if (password === 'wrong') throw new Refusal({ status: 401, code: 'refused' });
      bridge.session = signedIn(email);
      return bridge.session;
    },
    signOut: () => {
      bridge.session = SIGNED_OUT;
      return bridge.session;
    },
    readSettings: () => bridge.settings,
    changeSettings: (changes: Partial<Settings>) => {
      bridge.settings = { ...bridge.settings, ...changes };
      return bridge.settings;
    },
    readAbout: () => ABOUT,
  };
  const bridge: FakeBridge = {
    calls: [],
    session: SIGNED_OUT,
    settings: { ...DEFAULT_SETTINGS, language: 'nl' },
    on: (changed) => void Object.assign(handlers, changed),
  };
  vi.stubGlobal('tilldesk', {
    async call(name: string, argument: never) {
      bridge.calls.push({ name, argument });
      try {
        return { ok: true, value: await handlers[name]?.(argument) };
      } catch (error) {
        if (error instanceof Refusal) return { ok: false, failure: error.failure };
        throw error;
      }
    },
  });
  return bridge;
}

export const SIGNED_OUT: SessionState = {
  kind: 'signed-out',
  remembersSignIn: false,
  keepsPassword: true,
  reason: null,
};

export function signedIn(email: string, me: Partial<Me> = {}): SessionState {
  return {
    kind: 'signed-in',
    me: {
      account: 'demo',
      user: { id: email.length, name: `Naam ${email}`, email },
      roles: ['staff'],
      locked_location: { id: 2, title: 'Utrecht' },
      auth: { kind: 'token', expires_at: null },
      ...me,
    },
  };
}
