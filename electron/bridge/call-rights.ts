import type { BridgeArgument, BridgeCall, BridgeResults } from '../../shared/contract/bridge.ts';
import { type Caller, managesAll } from '../base/caller.ts';
import { BridgeError } from './bridge-errors.ts';
import { requireSignedInCaller, type SignedInCallerDeps } from './signed-in-caller.ts';

/**
 * Who may make a call of the bridge, and whose data it changes. Everybody at the computer can use the window, so a call
 * that changes more than the user's own data needs a manager: an owner or accountant who is not locked to a location.
 */
export type BridgeRight =
  | { readonly who: 'anyone' | 'signed-in'; readonly changes: 'nothing' | 'own' }
  | { readonly who: 'manager'; readonly changes: 'computer' }
  /** An exception, with its reason. */
  | { readonly who: 'anyone' | 'signed-in'; readonly changes: 'computer'; readonly because: string };

export const BRIDGE_RIGHTS = {
  readSession: { who: 'anyone', changes: 'nothing' },
  signIn: { who: 'anyone', changes: 'own' },
  switchSignIn: { who: 'anyone', changes: 'own' },
  forgetSignIn: {
    who: 'anyone',
    changes: 'computer',
    because: 'it only takes access away: that user signs in with the password',
  },
  signOut: { who: 'anyone', changes: 'own' },
  readSettings: { who: 'anyone', changes: 'nothing' },
  changeSettings: {
    who: 'anyone',
    changes: 'computer',
    because: 'they are about appearance, also on the sign-in page, and about closing the window, which anybody can',
  },
  changeComputerSettings: { who: 'manager', changes: 'computer' },
  changePlatform: { who: 'manager', changes: 'computer' },
  exportDataset: { who: 'signed-in', changes: 'own' },
  exportMonth: { who: 'signed-in', changes: 'own' },
  readExportProgress: { who: 'signed-in', changes: 'nothing' },
  cancelExport: { who: 'signed-in', changes: 'own' },
  compareExport: { who: 'signed-in', changes: 'nothing' },
  showExport: { who: 'signed-in', changes: 'nothing' },
  chooseFolder: { who: 'signed-in', changes: 'nothing' },
  openPlace: { who: 'signed-in', changes: 'nothing' },
  readAbout: { who: 'anyone', changes: 'nothing' },
} as const satisfies Record<BridgeCall, BridgeRight>;

export interface RightsDeps extends SignedInCallerDeps {
  /** The base address where other tools sign in during this run; `null` for this program itself. */
  readonly defaultPlatform: string | null;
  /**
   * Whether this program has users whose password, unlike that of demo users, is not published. A change of the
   * computer puts their passwords, and those of their tools, at risk.
   */
  readonly hasOwnUsers: () => Promise<boolean>;
  /** Whether the password of a user of this program itself is published. */
  readonly isPublished: (caller: Caller) => Promise<boolean>;
}

/** Throws `BridgeError` if the signed-in user may not make the call. */
export async function checkRight(deps: RightsDeps, name: BridgeCall): Promise<void> {
  const { who, changes } = BRIDGE_RIGHTS[name];
  if (who === 'anyone') return;
  if (deps.session.token() === null) throw new BridgeError('refused', 'Sign in first.', 401);
  if (who !== 'manager') return;
  const caller = await requireSignedInCaller(deps);
  if (!managesAll(caller)) {
    throw new BridgeError('refused', 'Only an owner or accountant of all locations may do this.', 403);
  }
  if (changes === 'computer' && !(await managesComputer(deps, caller))) {
    throw new BridgeError('refused', 'Only a manager at the platform where other tools sign in may do this.', 403);
  }
}

/**
 * Whether the caller manages what the tools of this computer use. Anybody can be an owner somewhere: at their own
 * platform, or in the demo, as long as this program has no other users.
 */
async function managesComputer(deps: RightsDeps, caller: Caller): Promise<boolean> {
  const state = deps.session.state();
  const platform = state.kind === 'signed-in' ? state.platform : null;
  if (deps.defaultPlatform !== null) return platform === deps.defaultPlatform;
  if (!(await deps.hasOwnUsers())) return true;
  return platform === null && !(await deps.isPublished(caller));
}

/** The implementation of every call. It throws failures; the handler turns them into values. */
export type BridgeCalls = {
  readonly [C in BridgeCall]: (argument: BridgeArgument<C>) => Promise<BridgeResults[C]>;
};
