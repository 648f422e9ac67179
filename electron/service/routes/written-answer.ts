/** An answer that is JSON in UTF-8 already, with the fields of the contract alone. */
export class WrittenAnswer<Answer> {
  readonly bytes: Buffer;
  /** Nothing but the type: what the bytes say. */
  declare readonly answer: Answer;

  constructor(...parts: readonly (string | Uint8Array)[]) {
    this.bytes = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  }
}
