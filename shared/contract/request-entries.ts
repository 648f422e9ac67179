/** A request to the local API; status 499 where the client left before the answer. No query, header or body is kept. */
export interface RequestEntry {
  /** Grows by one with each request since the start of the program. */
  readonly number: number;
  /** RFC 3339, when it was answered. */
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly durationMs: number;
  /** Name of the user; null where nobody was signed in. */
  readonly user: string | null;
  /** Name of the API key that was used; null for a token. */
  readonly apiKey: string | null;
  readonly requestId: string;
}

export interface RequestEntries {
  /** Newest first: one's own, those without a user, and for an owner or accountant those of colleagues. */
  readonly entries: readonly RequestEntry[];
  /** What to pass as `after` in the next call. */
  readonly newest: number;
}
