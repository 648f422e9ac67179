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

/** What the window asks of the program beyond the API. Small on purpose: the API is the product. */

export interface About {
  readonly version: string;
  readonly host: 'electron' | 'browser';
  /** What the program runs on, such as Node.js and SQLite, with their versions. */
  readonly runtimes: readonly { readonly name: string; readonly version: string }[];
  readonly apiAddress: string;
  /** True where an option of the start sets the port: then the setting applies at a start without it. */
  readonly isPortGiven: boolean;
  /** Where other tools on this PC sign in now: a base address; null for this program itself. */
  readonly platform: string | null;
  /** True where an option of the start sets it: then the setting applies at a start without it. */
  readonly isPlatformGiven: boolean;
  readonly dataFolder: string;
  /** Where npm runs the commands of the project; null in a program that was installed. */
  readonly projectFolder: string | null;
  /** False where no file manager can be asked to show the data folder. */
  readonly canShowDataFolder: boolean;
  readonly canStartWithSystem: boolean;
  /** What went wrong, and what was done about it, for the user to know. */
  readonly notices: readonly Notice[];
}

/** `path` is where something was set aside, or where backups lie. */
export type Notice =
  | { readonly kind: OffsetNotice; readonly path: string }
  /** The data is that of a backup, made at this moment in RFC 3339. */
  | { readonly kind: 'backup-put-back'; readonly path: string; readonly madeAt: string };

type OffsetNotice = 'settings-set-aside' | 'begun-empty' | 'backup-no-space' | 'backup-damaged' | 'backup-failed';

export interface BridgeFailure {
  readonly status: number | null;
  /** `other-session`: the call names a session that is not the one of now. */
  readonly code: 'refused' | 'unreachable' | 'invalid' | 'failed' | 'other-session';
  readonly message: string;
  readonly requestId: string | null;
  /** Set by the calls of exports where they know why. */
  readonly reason?: ExportFailureReason;
  /** Set with the reason `too-many-rows`. */
  readonly excess?: RowExcess;
  /** Seconds after which another try is worth it; set with status 429. */
  readonly retryAfterS?: number;
  /** Set where the platform is the cause, and what is wrong with it is known. */
  readonly platformProblem?: PlatformProblem;
}

/** An export that has finished or failed; a cancelled one is not reported. */
export interface EndedExport {
  readonly key: string;
  readonly outcome:
    | { readonly kind: 'done'; readonly file: FinishedExport }
    | { readonly kind: 'failed'; readonly failure: BridgeFailure };
}

/** With it a window can follow exports that it did not start. */
export interface ExportStatus {
  /** Oldest first. */
  readonly running: readonly RunningExport[];
  /** Those of the last ten minutes. */
  readonly ended: readonly EndedExport[];
}

export type BridgeResult<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly failure: BridgeFailure };

const WholeNumber = () => Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

const Nothing = ClosedObject({});

const SignInId = ClosedObject({ id: Type.String({ maxLength: 64 }) });

/**
 * A target outside of the window: the documentation of the API in a browser, the data folder in a file manager, or a
 * link to the back office, if its host is one that the platform declares.
 */
const Place = Type.Union([
  ClosedObject({ kind: Type.Enum(['documentation', 'data-folder']) }),
  ClosedObject({ kind: Type.Literal('back-office'), url: Type.String({ maxLength: 2048 }) }),
]);

/**
 * Every call with the schema of its argument. The browser client and both hosts are derived from this table; the
 * preload script, which imports nothing, names the calls again and is typed by it. The result types are in `BridgeResults`; a failure is a value, never an exception.
 */
export const BRIDGE_CALLS = {
  readSession: Nothing,
  /**
   * Signs in with credentials, at a platform by its address or at this program itself; `remember` keeps the password in
   * the vault of the host. A session before it ends, unless this fails.
   */
  signIn: ClosedObject({
    ...Credentials.properties,
    platform: Settings.properties.platform,
    remember: Type.Boolean(),
  }),
  /** Signs in with a remembered sign-in. */
  switchSignIn: SignInId,
  /** Forgets one, or with null all; nothing where it is not remembered. Who is signed in stays so. */
  forgetSignIn: ClosedObject({ id: nullable(Type.String({ maxLength: 64 })) }),
  /** What is remembered of who signs out needs the password from then on. */
  signOut: Nothing,
  readSettings: Nothing,
  changeSettings: ViewSettings,
  changeComputerSettings: ComputerSettings,
  /**
   * Where other tools sign in from the next start on: a base address, or null for this program itself. Only who is
   * signed in where they sign in now may change it, and gives the password again.
   */
  changePlatform: ClosedObject({ platform: Settings.properties.platform, password: Credentials.properties.password }),
  /** Writes the whole of what the filters select to a file. `value: null` when the user chose no file or cancelled. */
  exportDataset: ExportOrder,
  /** Writes the files of a month as one zip, which is not in the history. `value: null` as of `exportDataset`. */
  exportMonth: MonthOrder,
  /** The exports of the signed-in user that are under way, and how those before them ended. */
  readExportProgress: Nothing,
  /**
   * Ends an export or month package that is under way, by the key of its order; nothing is left of it. Does nothing where there is none.
   */
  cancelExport: ClosedObject({ key: Type.String({ maxLength: 64 }) }),
  /** Reads the data of an export again, and answers what has changed since. */
  compareExport: ClosedObject({ id: WholeNumber() }),
  /** Shows the file of a finished export: with its program, or in its folder. */
  showExport: ClosedObject({ id: WholeNumber(), where: Type.Enum(['program', 'folder']) }),
  /** Asks for a folder with the dialog of the system. */
  chooseFolder: Nothing,
  /** Opens what lies outside the window: see `Place`. */
  openPlace: ClosedObject({ place: Place }),
  readAbout: Nothing,
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
  /** `href` is set where the page itself has to fetch the file. */
  showExport: { readonly href: string | null };
  /** `path` is null if the user cancels, or the host cannot ask. */
  chooseFolder: { readonly path: string | null };
  /** `href` is set where the page itself has to open it. */
  openPlace: { readonly href: string | null };
  readAbout: About;
}

/** The bridge as the renderer holds it. `sessionId` is that of the session which the window shows, if any. */
export interface Bridge {
  call<C extends BridgeCall>(
    name: C,
    argument: BridgeArgument<C>,
    sessionId: string | null,
  ): Promise<BridgeResult<BridgeResults[C]>>;
}

/** What the preload script of Electron gives the page. */
export interface ElectronBridge extends Bridge {
  /** Calls `run` with the id of each action that is chosen in the menu of the window. Returns a function that stops this. */
  onCommand(run: (id: string) => void): () => void;
}
