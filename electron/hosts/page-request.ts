/** What the page asks of the API, as its host got it. */
export interface PageRequest {
  readonly method: string;
  /** Path and query, untouched. */
  readonly target: string;
  /** The value of a header, by its name in lower case; null where it was not sent. */
  readonly header: (name: string) => string | null;
  /** Without a byte where there is none. */
  readonly body: Uint8Array;
}

const READS = ['GET', 'HEAD'];

/** Whether it can change nothing. */
export function isRead({ method }: Pick<PageRequest, 'method'>): boolean {
  return READS.includes(method);
}
