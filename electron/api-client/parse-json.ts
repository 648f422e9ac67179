import { UpstreamFailure } from './upstream-failure.ts';

/** As it is, or with any of its letters escaped. */
const MAY_NAME_PROTOTYPE = /__proto__|\\u00/;

/**
 * The JSON of an answer. Throws `UpstreamFailure` `not_json`, and `unexpected` for one with a field `__proto__`, which
 * becomes the prototype of whatever it is copied into. Of a field that is there twice the last one counts, for checks as
 * for use: there is no other reader of it.
 */
export function parseJson(bytes: Uint8Array): unknown {
  const text = textOf(bytes);
  const json = jsonOf(text);
  if (MAY_NAME_PROTOTYPE.test(text)) expectNoPrototype(json);
  return json;
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new UpstreamFailure('not_json', { cause });
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UpstreamFailure('not_json', { cause });
  }
}

/** Without recursion: it may be nested as deep as it is long. */
function expectNoPrototype(json: unknown): void {
  const waiting = [json];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    if (Object.hasOwn(next, '__proto__')) throw new UpstreamFailure('unexpected');
    for (const value of Object.values(next)) waiting.push(value);
  }
}
