/** In a separate file so that the window can use them without loading the schemas. */

export const VIEW_NAME_MAX = 60;
export const VIEW_SEARCH_MAX = 2_000;
export const VIEWS_MAX = 50;
export const DISMISSED_NOTICES_MAX = 200;
export const COLUMN_WIDTH_MAX_PX = 1_600;
