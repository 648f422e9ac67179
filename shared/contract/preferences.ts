import { type Static, Type } from 'typebox';
import { PERIOD_PRESETS } from '../periods.ts';
import { VIEW_NAME_MAX, VIEW_SEARCH_MAX, VIEWS_MAX } from './preference-limits.ts';

/** What a user of an account likes to find, kept over restarts on this PC. */

/** An address of the window under a name: page, filters, columns and sort. */
export const SavedView = Type.Object(
  {
    /** Made by the window; unique among the views of the user. */
    id: Type.String({ minLength: 1, maxLength: 64 }),
    name: Type.String({ minLength: 1, maxLength: VIEW_NAME_MAX }),
    /** Such as `/orders`. */
    path: Type.String({ pattern: '^/[a-z/-]*$', maxLength: 100 }),
    /** Such as `period=last-month&status=complete`, without the `?`. */
    search: Type.String({ maxLength: VIEW_SEARCH_MAX }),
  },
  { additionalProperties: false },
);
export type SavedView = Static<typeof SavedView>;

export const Preferences = Type.Object(
  {
    /** What a page shows before a period is chosen; `automatic`: the month, on its first day the one before. */
    defaultPeriod: Type.Enum(['automatic', ...PERIOD_PRESETS]),
    /** The shop whose figures are shown before one is chosen, and whose location; null: all. */
    defaultShopId: Type.Union([Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), Type.Null()]),
    /** In the order in which they are listed. */
    views: Type.Array(SavedView, { maxItems: VIEWS_MAX }),
    /** True once the tour was seen or skipped. */
    isTourDone: Type.Boolean(),
  },
  { additionalProperties: false },
);
export type Preferences = Static<typeof Preferences>;
