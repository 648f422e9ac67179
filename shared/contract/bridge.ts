import { type Static, type TObject, Type } from 'typebox';
import { Credentials } from './auth.ts';
import {
  type ExportComparison,
  type ExportFailureReason,
  ExportOrder,
  type FinishedExport,
  type FinishedMonth,
  MonthOrder,
  type RowExcess,
  type RunningExport,
} from './exports.ts';
import type { PlatformProblem, SessionState } from './session-state.ts';
import { ComputerSettings, Settings, ViewSettings } from './settings.ts';
import { ClosedObject, nullable } from './values.ts';

export type { RememberedSignIn, SessionState } from './session-state.ts';
export type { ComputerSettings, ViewSettings } from './settings.ts';
export { CACHED_ANSWERS_HOURS, Settings, WINDOW_CLOSINGS } from './settings.ts';

/** Calls of the window beyond the API. Few on purpose, because the API is the product. */

export interface About {
  readonly version: string;
  readonly host: 'electron' | 'browser';
  /** Runtimes of the program, such as Node.js and SQLite, with their versions. */
  readonly runtimes: readonly { readonly name: string; readonly version: string }[];
  readonly apiAddress: string;
  /** Whether a command-line option sets the port. The setting then applies only to a start without it. */
  readonly isPortGiven: boolean;
  /** Base address at which other tools on this PC sign in; `null` for this program. */
  readonly platform: string | null;
  /** Whether a command-line option sets it. The setting then applies only to a start without it. */
  readonly isPlatformGiven: boolean;
  readonly dataFolder: string;
  /** Folder with the npm commands of the project; `null` in an installed program. */
  readonly projectFolder: string | null;
  /** False if no file manager can show the data folder. */
  readonly canShowDataFolder: boolean;
  readonly canStartWithSystem: boolean;
  /** Problems at the start, and what was done about them. */
  readonly notices: readonly Notice[];
}

/** `path` is the file that was set aside, or the folder of the backups. */
export type Notice =
  | { readonly kind: PathNotice; readonly path: string }
  /** The data is from a backup of this time (RFC 3339). */
  | { readonly kind: 'backup-put-back'; readonly path: string; readonly madeAt: string };

type PathNotice = 'settings-set-aside' | 'begun-empty' | 'backup-no-space' | 'backup-damaged' | 'backup-failed';

export interface BridgeFailure {
  readonly status: number | null;
  /** `other-session`: the call is from a session that is no longer signed in. */
  readonly code: 'refused' | 'unreachable' | 'invalid' | 'failed' | 'other-session';
  readonly message: string;
  readonly requestId: string | null;
  /** Set by export calls if the reason is known. */
  readonly reason?: ExportFailureReason;
  /** Set if the reason is `too-many-rows`. */
  readonly excess?: RowExcess;
  /** Seconds until a retry makes sense. Set for status 429. */
  readonly retryAfterS?: number;
  /** Set if the platform is the cause and its problem is known. */
  readonly platformProblem?: PlatformProblem;
}

/** An export that finished or failed. Cancelled exports are not reported. */
export interface EndedExport {
  readonly key: string;
  readonly outcome:
    | { readonly kind: 'done'; readonly file: FinishedExport }
    | { readonly kind: 'failed'; readonly failure: BridgeFailure };
}

/** Lets a window follow exports that it did not start. */
export interface ExportStatus {
  /** Oldest first. */
  readonly running: readonly RunningExport[];
  /** From the last ten minutes. */
  readonly ended: readonly EndedExport[];
}

export type BridgeResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: BridgeFailure };

const NonNegativeInteger = () => Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

const NoArgument = ClosedObject({});

const SignInId = ClosedObject({ id: Type.String({ maxLength: 64 }) });

/**
 * A target outside the window: the API documentation in a browser, the data folder in a file manager, or a link to the
 * back office whose host the platform declares.
 */
const Place = Type.Union([
  ClosedObject({ kind: Type.Enum(['documentation', 'data-folder']) }),
  ClosedObject({ kind: Type.Literal('back-office'), url: Type.String({ maxLength: 2048 }) }),
]);

/**
 * Every call with the schema of its argument. The browser client and both hosts are derived from this table. The
 * preload script imports nothing, so it repeats the names and is typed by the table. Result types are in
 * `BridgeResults`. A failure is a value, not an exception.
 */
export const BRIDGE_CALLS = {
  readSession: NoArgument,
  /**
   * Signs in at a platform by address, or at this program. `remember` stores the password in the host's vault. A
   * previous session ends if this succeeds.
   */
  signIn: ClosedObject({
    ...Credentials.properties,
    platform: Settings.properties.platform,
    remember: Type.Boolean(),
  }),
  /** Signs in with a remembered sign-in. */
  switchSignIn: SignInId,
  /** Removes one remembered sign-in, or all with `null`. Does not sign anybody out. */
  forgetSignIn: ClosedObject({ id: nullable(Type.String({ maxLength: 64 })) }),
  /** Signs out. A remembered sign-in then needs its password again. */
  signOut: NoArgument,
  readSettings: NoArgument,
  changeSettings: ViewSettings,
  changeComputerSettings: ComputerSettings,
  /**
   * Sets where other tools sign in after the next start: a base address, or `null` for this program. Only a user who is
   * signed in at the current platform may change it, and must repeat the password.
   */
  changePlatform: ClosedObject({ platform: Settings.properties.platform, password: Credentials.properties.password }),
  /** Writes all rows that the filters select to a file. `value: null` if the user chose no file or cancelled. */
  exportDataset: ExportOrder,
  /** Writes the files of a month to a zip, which is not in the history. `value: null` as for `exportDataset`. */
  exportMonth: MonthOrder,
  /** The running exports of the signed-in user, and how recent ones ended. */
  readExportProgress: NoArgument,
  /** Cancels a running export or month package by its key, and deletes its file. Does nothing if none is running. */
  cancelExport: ClosedObject({ key: Type.String({ maxLength: 64 }) }),
  /** Reads the data of an export again and returns what has changed. */
  compareExport: ClosedObject({ id: NonNegativeInteger() }),
  /** Shows the file of a finished export in its program or its folder. */
  showExport: ClosedObject({ id: NonNegativeInteger(), where: Type.Enum(['program', 'folder']) }),
  /** Asks for a folder with the system's dialog. */
  chooseFolder: NoArgument,
  /** Opens a target outside the window: see `Place`. */
  openPlace: ClosedObject({ place: Place }),
  readAbout: NoArgument,
} as const satisfies Record<string, TObject>;

export type BridgeCall = keyof typeof BRIDGE_CALLS;

export type BridgeArgument<C extends BridgeCall> = Static<(typeof BRIDGE_CALLS)[C]>;

export interface BridgeResults {
  readSession: SessionState;
  signIn: SessionState;
  switchSignIn: SessionState;
  forgetSignIn: SessionState;
  signOut: SessionState;
  readSettings: Settings;
  changeSettings: Settings;
  changeComputerSettings: Settings;
  changePlatform: Settings;
  exportDataset: FinishedExport | null;
  exportMonth: FinishedMonth | null;
  readExportProgress: ExportStatus;
  cancelExport: null;
  compareExport: ExportComparison;
  /** `href` is set if the page has to fetch the file itself. */
  showExport: { readonly href: string | null };
  /** `path` is `null` if the user cancels or the host cannot ask. */
  chooseFolder: { readonly path: string | null };
  /** `href` is set if the page has to open it itself. */
  openPlace: { readonly href: string | null };
  readAbout: About;
}

/** The bridge as the renderer sees it. `sessionId` is the session that the window shows, if any. */
export interface Bridge {
  call<C extends BridgeCall>(
    name: C,
    argument: BridgeArgument<C>,
    sessionId: string | null,
  ): Promise<BridgeResult<BridgeResults[C]>>;
}

/** The object that Electron's preload script gives to the page. */
export interface ElectronBridge extends Bridge {
  /** Calls `run` with the id of each action chosen in the window's menu. Returns a function to stop this. */
  onCommand(run: (id: string) => void): () => void;
}
