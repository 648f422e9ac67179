import { type Static, Type } from 'typebox';
import { LANGUAGES } from './language.ts';
import { ClosedObject, nullable } from './values.ts';

export const CACHED_ANSWERS_HOURS = [0, 8, 24, 72] as const;

/** What closing the window of Electron does: `ask` where work would break off, and quit otherwise; `run-on`: the program continues. */
export const WINDOW_CLOSINGS = ['ask', 'run-on', 'quit'] as const;

export const Settings = ClosedObject({
  /** `system` follows the operating system; another language than Dutch becomes English. */
  language: Type.Enum(['system', ...LANGUAGES]),
  theme: Type.Enum(['system', 'light', 'dark']),
  /** Of the API from the next start on; null: the usual one. An option of the start overrules it. */
  apiPort: nullable(Type.Integer({ minimum: 1024, maximum: 65_535 })),
  /** Whether the program begins when the user signs in to the computer; see `About.canStartWithSystem`. */
  startsWithSystem: Type.Boolean(),
  /** Where other tools on this PC sign in from the next start on: a base address; null for this program itself. */
  platform: nullable(Type.String({ maxLength: 2048 })),
  /** How long customers, orders and figures of another platform are stored for when it cannot be reached; 0: not. */
  keepsAnswersHours: Type.Enum(CACHED_ANSWERS_HOURS),
  /** Where the save dialog begins: the folder that was chosen last; `null` for the downloads folder. */
  exportFolder: nullable(Type.String()),
  /** The answer to the question of the closing window stays here. */
  onWindowClose: Type.Enum(WINDOW_CLOSINGS),
});
export type Settings = Static<typeof Settings>;

const { language, theme, onWindowClose, apiPort, startsWithSystem, keepsAnswersHours } = Settings.properties;
/** How things look, and what closing the window does: anybody at the computer chooses it. */
export const ViewSettings = Type.Partial(Type.Object({ language, theme, onWindowClose }), {
  additionalProperties: false,
});
export type ViewSettings = Static<typeof ViewSettings>;
/** What holds for everybody who uses this computer. */
export const ComputerSettings = Type.Partial(Type.Object({ apiPort, startsWithSystem, keepsAnswersHours }), {
  additionalProperties: false,
});
export type ComputerSettings = Static<typeof ComputerSettings>;
