import { randomBytes, timingSafeEqual } from 'node:crypto';

const COOKIE_NAME = 'tilldesk_ui';

/** The cookie that a redeemed launch code becomes. Its value lives and dies with the process. */
export interface UiCookie {
  /** Value of `Set-Cookie`. */
  readonly setCookie: string;
  /** Whether a `Cookie` header carries it. */
  isIn(header: string | undefined): boolean;
}

export function createUiCookie(): UiCookie {
  const secret = randomBytes(32).toString('base64url');
  return {
    setCookie: `${COOKIE_NAME}=${secret}; HttpOnly; SameSite=Strict; Path=/`,
    isIn: (header) => valuesIn(header ?? '').some((value) => isSame(value, secret)),
  };
}

/** Cookies are not kept apart by port, so another program of this computer may have set one of the name too. */
function valuesIn(header: string): string[] {
  const prefix = `${COOKIE_NAME}=`;
  const pairs = header.split(';').map((pair) => pair.trim());
  return pairs.filter((pair) => pair.startsWith(prefix)).map((pair) => pair.slice(prefix.length));
}

function isSame(value: string, secret: string): boolean {
  const [left, right] = [Buffer.from(value), Buffer.from(secret)];
  return left.length === right.length && timingSafeEqual(left, right);
}
