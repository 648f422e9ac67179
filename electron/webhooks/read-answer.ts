const READ_MAX_BYTES = 64 * 1024;
const KEPT_BYTES = 1024;
const REPLACEMENT = '\ufffd';
/** Of a receiver that answers with what it got: the log keeps none. */
const SIGNATURE = /v1,[A-Za-z0-9+/]{40,}={0,2}/g;

/**
 * The first 1024 bytes of an answer as harmless text. Reads it to its end, so that the connection can be used again;
 * one of more than 64 KiB is dropped with its connection. Rejects for one that breaks off.
 */
export async function readAnswer(response: AsyncIterable<Buffer>): Promise<string> {
  const kept: Buffer[] = [];
  let readBytes = 0;
  for await (const chunk of response) {
    if (readBytes < KEPT_BYTES) kept.push(chunk.subarray(0, KEPT_BYTES - readBytes));
    readBytes += chunk.length;
    // Leaving the loop ends the response, and with it the connection.
    if (readBytes > READ_MAX_BYTES) break;
  }
  return harmlessText(Buffer.concat(kept), readBytes > KEPT_BYTES);
}

/** A character that was cut in two is left out. */
function harmlessText(bytes: Buffer, isCut: boolean): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: isCut });
  const visible = [...text].map((character) => (isHarmless(character) ? character : REPLACEMENT)).join('');
  return visible.replace(SIGNATURE, 'v1,…');
}

/** Neither control characters, but for ends of lines and tabs, nor what turns the direction of writing. */
function isHarmless(character: string): boolean {
  return (
    /^[\t\n\r]$/.test(character) ||
    !/^[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]$/u.test(character)
  );
}
