import { type Static, Type } from 'typebox';
import { PERIOD_PRESETS } from '../periods.ts';
import { EXPORT_FORMS } from './export-forms.ts';
import {
  MAX_COLUMN_WIDTH_PX,
  MAX_DISMISSED_NOTICES,
  MAX_VIEW_NAME_LENGTH,
  MAX_VIEW_SEARCH_LENGTH,
  MAX_VIEWS,
} from './preference-limits.ts';
import { ClosedObject, nullable } from './values.ts';

/** A named address of the window: page, filters, columns and sort. */
export const SavedView = ClosedObject({
  /** Created by the window. Unique among the user's views. */
  id: Type.String({ minLength: 1, maxLength: 64 }),
  name: Type.String({ minLength: 1, maxLength: MAX_VIEW_NAME_LENGTH }),
  /** Such as `/orders`. */
  path: Type.String({ pattern: '^/[a-z/-]*$', maxLength: 100 }),
  /** Such as `period=last-month&status=complete`, without the `?`. */
  search: Type.String({ maxLength: MAX_VIEW_SEARCH_LENGTH }),
});
export type SavedView = Static<typeof SavedView>;

const Name = (maxLength: number) => Type.String({ minLength: 1, maxLength });
const ColumnId = Name(64);

/** The user's changes to the columns of a table. Everything else is as declared. */
const ColumnHabit = ClosedObject({
  shown: Type.Record(ColumnId, Type.Boolean(), { maxProperties: 100 }),
  order: Type.Array(ColumnId, { maxItems: 100 }),
  widths: Type.Record(ColumnId, Type.Number({ minimum: 0, maximum: MAX_COLUMN_WIDTH_PX }), {
    maxProperties: 100,
  }),
});
export type ColumnHabit = Static<typeof ColumnHabit>;

/** The user's arrangement of the window. */
export const Habits = ClosedObject({
  /** Changes to columns by table id. */
  columns: Type.Record(ColumnId, ColumnHabit, { maxProperties: 50 }),
  /** Whether the side bar shows icons only, in a wide and in a narrow window. */
  isSideBarFolded: ClosedObject({ wide: Type.Boolean(), narrow: Type.Boolean() }),
  /** Names of dismissed notices, oldest first. */
  dismissedNotices: Type.Array(Name(120), { maxItems: MAX_DISMISSED_NOTICES }),
});
export type Habits = Static<typeof Habits>;

const PlaceId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER });

export const Preferences = ClosedObject({
  /** The initial period of a page. `automatic`: the current month, or on its first day the previous one. */
  defaultPeriod: Type.Enum(['automatic', ...PERIOD_PRESETS]),
  /** The initial shop of a page, and its location on pages of figures; `null` for all or if a location is set. */
  defaultShopId: nullable(PlaceId),
  /** The initial location of a page; `null` for all or if a shop is set. */
  defaultLocationId: nullable(PlaceId),
  /** The form of the last export, which Ctrl+E repeats. */
  lastExportForm: Type.Enum(EXPORT_FORMS),
  /** In display order. */
  views: Type.Array(SavedView, { maxItems: MAX_VIEWS }),
  /** Whether the tour was seen or skipped. */
  isTourDone: Type.Boolean(),
  habits: Habits,
});
export type Preferences = Static<typeof Preferences>;
