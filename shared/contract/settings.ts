import { type Static, Type } from 'typebox';
import { LANGUAGES } from './language.ts';
import { ClosedObject, nullable } from './values.ts';

export const CACHED_ANSWERS_HOURS = [0, 8, 24, 72] as const;

/**
 * The effect of closing the Electron window. `ask`: asks if work would be interrupted, else quits. `run-on`: the
 * program continues.
 */
export const WINDOW_CLOSINGS = ['ask', 'run-on', 'quit'] as const;

export const Settings = ClosedObject({
  /** `system` follows the operating system; languages other than Dutch become English. */
  language: Type.Enum(['system', ...LANGUAGES]),
  theme: Type.Enum(['system', 'light', 'dark']),
  /** Port of the API from the next start; `null` for the default. A command-line option overrides it. */
  apiPort: nullable(Type.Integer({ minimum: 1024, maximum: 65_535 })),
  /** Whether the program starts when the user signs in to the computer; see `About.canStartWithSystem`. */
  startsWithSystem: Type.Boolean(),
  /** Where other tools on this PC sign in from the next start: a base address; `null` for this program. */
  platform: nullable(Type.String({ maxLength: 2048 })),
  /** Retention of customers, orders and figures of another platform in case it cannot be reached; 0 for none. */
  keepsAnswersHours: Type.Enum(CACHED_ANSWERS_HOURS),
  /** Initial folder of the save dialog: the last chosen one; `null` for the downloads folder. */
  exportFolder: nullable(Type.String()),
  /** The answer to the question at closing is stored here. */
  onWindowClose: Type.Enum(WINDOW_CLOSINGS),
});
export type Settings = Static<typeof Settings>;

const { language, theme, onWindowClose, apiPort, startsWithSystem, keepsAnswersHours } = Settings.properties;
/** Settings that anybody at the computer may change: appearance, and what closing the window does. */
export const ViewSettings = Type.Partial(Type.Object({ language, theme, onWindowClose }), {
  additionalProperties: false,
});
export type ViewSettings = Static<typeof ViewSettings>;
/** Settings that apply to everybody who uses this computer. */
export const ComputerSettings = Type.Partial(Type.Object({ apiPort, startsWithSystem, keepsAnswersHours }), {
  additionalProperties: false,
});
export type ComputerSettings = Static<typeof ComputerSettings>;
