/** What we use of the package, which brings no types. */
declare module 'autocannon' {
  interface Target {
    readonly path: string;
  }
  interface Client {
    setRequests(requests: readonly Target[]): void;
  }
  interface Options {
    readonly url: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
    /** Seconds after which a request counts as an error. */
    readonly timeout?: number;
    readonly workers?: number;
    readonly headers: Readonly<Record<string, string>>;
    /** Sent one after another on each connection, over and over. */
    readonly requests: readonly Target[];
    readonly setupClient?: (client: Client) => void;
  }
  interface Result {
    readonly '2xx': number;
    readonly non2xx: number;
    readonly errors: number;
    /** Seconds. */
    readonly duration: number;
  }
  interface Run extends Promise<Result> {
    on(event: 'response', told: (client: Client, status: number, bytes: number, ms: number) => void): void;
  }
  export default function autocannon(options: Options): Run;
}
