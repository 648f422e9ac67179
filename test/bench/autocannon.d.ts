/** The parts of the package that we use; it has no types. */
declare module 'autocannon' {
  interface Target {
    readonly path: string;
  }
  interface Options {
    readonly url: string;
    readonly connections: number;
    /** Seconds. */
    readonly duration: number;
    readonly workers?: number;
    readonly headers: Readonly<Record<string, string>>;
    /** Sent one after another on each connection, repeatedly. */
    readonly requests: readonly Target[];
  }
  interface Result {
    readonly '2xx': number;
    readonly non2xx: number;
    readonly errors: number;
    /** Seconds. */
    readonly duration: number;
  }
  export default function autocannon(options: Options): Promise<Result>;
}
