import { type Static, Type } from 'typebox';
import { PERIOD_PRESETS } from '../periods.ts';
import { EXPORT_FORMS } from './export-forms.ts';
import {
  COLUMN_WIDTH_MAX_PX,
  DISMISSED_NOTICES_MAX,
  VIEW_NAME_MAX,
  VIEW_SEARCH_MAX,
  VIEWS_MAX,
} from './preference-limits.ts';
import { ClosedObject, nullable } from './values.ts';

/** An address of the window under a name: page, filters, columns and sort. */
export const SavedView = ClosedObject({
  /** Made by the window; unique among the views of the user. */
  id: Type.String({ minLength: 1, maxLength: 64 }),
  name: Type.String({ minLength: 1, maxLength: VIEW_NAME_MAX }),
  /** Such as `/orders`. */
  path: Type.String({ pattern: '^/[a-z/-]*$', maxLength: 100 }),
  /** Such as `period=last-month&status=complete`, without the `?`. */
  search: Type.String({ maxLength: VIEW_SEARCH_MAX }),
});
export type SavedView = Static<typeof SavedView>;

const Name = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const ColumnId = Name(64);

/** What the user chose for the columns of one table; what is absent is as declared by the columns. */
const ColumnHabit = ClosedObject({
  shown: Type.Record(ColumnId, Type.Boolean(), { maxProperties: 100 }),
  order: Type.Array(ColumnId, { maxItems: 100 }),
  widths: Type.Record(ColumnId, Type.Number({ minimum: 0, maximum: COLUMN_WIDTH_MAX_PX }), {
    maxProperties: 100,
  }),
});
export type ColumnHabit = Static<typeof ColumnHabit>;

/** How the user has arranged the window. */
export const Habits = ClosedObject({
  /** By the id of the table. */
  columns: Type.Record(ColumnId, ColumnHabit, { maxProperties: 50 }),
  /** Whether the side bar shows icons alone, in a wide and in a narrow window. */
  isSideBarFolded: ClosedObject({ wide: Type.Boolean(), narrow: Type.Boolean() }),
  /** Names of notices that were put away, oldest first. */
  dismissedNotices: Type.Array(Name(120), { maxItems: DISMISSED_NOTICES_MAX }),
});
export type Habits = Static<typeof Habits>;

const PlaceId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

export const Preferences = ClosedObject({
  /** What a page shows before a period is chosen; `automatic`: the month, on its first day the one before. */
  defaultPeriod: Type.Enum(['automatic', ...PERIOD_PRESETS]),
  /** What is shown before a place is chosen: this shop, on pages of figures its location. Both are null for all. */
  defaultShopId: nullable(PlaceId),
  /** Or all of this location; at most one of the two is set. */
  defaultLocationId: nullable(PlaceId),
  /** The form of the last export of a page, which Ctrl+E repeats. */
  lastExportForm: Type.Enum(EXPORT_FORMS),
  /** In the order in which they are listed. */
  views: Type.Array(SavedView, { maxItems: VIEWS_MAX }),
  /** True once the tour was seen or skipped. */
  isTourDone: Type.Boolean(),
  habits: Habits,
});
export type Preferences = Static<typeof Preferences>;
