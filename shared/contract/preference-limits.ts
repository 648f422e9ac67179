/** Separate from the schemas, so that the window can use them without loading those. */

export const MAX_VIEW_NAME_LENGTH = 60;
export const MAX_VIEW_SEARCH_LENGTH = 2_000;
export const MAX_VIEWS = 50;
export const MAX_DISMISSED_NOTICES = 200;
export const MAX_COLUMN_WIDTH_PX = 1_600;
