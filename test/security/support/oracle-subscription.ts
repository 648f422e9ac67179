import { repeatedNames } from './oracle-repeats.ts';

const EVENTS = ['order.updated', 'product.updated'];
const MOST_BYTES = 16 * 1024;

/** What section 9 of the contract lets a subscription be; `named`: a refusal has to name one of these. */
export type SubscriptionVerdict =
  | { readonly isAccepted: true }
  | { readonly isAccepted: false; readonly status: 400 | 413; readonly named: readonly string[] };

const refused = (...named: string[]): SubscriptionVerdict => ({ isAccepted: false, status: 400, named });

export function judgeSubscription(text: string): SubscriptionVerdict {
  if (Buffer.byteLength(text) > MOST_BYTES) return { isAccepted: false, status: 413, named: [] };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refused();
  }
  const repeated = repeatedNames(text);
  if (repeated.length > 0) return refused(...repeated);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return refused();
  const wrong = Object.entries({ url: undefined, events: undefined, ...value })
    .filter(([name, member]) => !isRight(name, member))
    .map(([name]) => name);
  return wrong.length > 0 ? refused(...wrong) : { isAccepted: true };
}

function isRight(name: string, member: unknown): boolean {
  switch (name) {
    case 'url':
      return typeof member === 'string' && [...member].length <= 2048 && isReceiver(member);
    case 'events': {
      if (!Array.isArray(member) || member.length === 0) return false;
      return member.every((event) => EVENTS.includes(event)) && new Set(member).size === member.length;
    }
    case 'description':
      return typeof member === 'string' && [...member].length <= 200 && [...member].every(isPrintable);
    default:
      return false;
  }
}

/** Neither a control character nor a mark that turns a line or breaks it; said by code point, not by pattern. */
function isPrintable(character: string): boolean {
  const point = character.codePointAt(0) ?? 0;
  const marks = [0x61c, 0x200e, 0x200f, 0xfeff];
  const isControl = point < 0x20 || (point >= 0x7f && point <= 0x9f);
  const turns = (point >= 0x2028 && point <= 0x202e) || (point >= 0x2066 && point <= 0x2069);
  return !isControl && !turns && !marks.includes(point);
}

/** The receivers of the tests: names below `.example`. */
function isReceiver(text: string): boolean {
  return /^https:\/\/[a-z.]+\.example\//.test(text);
}
