/** What a query may see: one account, and of it one location where the caller is locked to it. */
export interface StoreScope {
  readonly accountId: number;
  readonly locationId: number | null;
}

/** Which rows of a selection are read. */
export interface PageRange {
  readonly start: number;
  readonly limit: number;
}
