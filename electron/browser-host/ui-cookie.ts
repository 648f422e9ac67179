import { randomBytes, timingSafeEqual } from 'node:crypto';

/** The cookie that a redeemed launch code becomes. Its value lives and dies with the process. */
export interface UiCookie {
  /** Value of `Set-Cookie` from the server on this port. */
  setBy(port: number): string;
  /** Whether the `Cookie` header of a request to this port carries it. */
  isIn(header: string | undefined, port: number): boolean;
}

export function createUiCookie(): UiCookie {
  const secret = randomBytes(32).toString('base64url');
  return {
    setBy: (port) => `${nameFor(port)}=${secret}; HttpOnly; SameSite=Strict; Path=/`,
    isIn: (header, port) => valuesIn(header ?? '', nameFor(port)).some((value) => isSame(value, secret)),
  };
}

/** Browsers do not keep cookies apart by port: under one name, two programs would throw each other out. */
function nameFor(port: number): string {
  return `tilldesk_ui_${port}`;
}

/** Any program of this computer may have set a cookie of the name too. */
function valuesIn(header: string, name: string): string[] {
  const prefix = `${name}=`;
  const pairs = header.split(';').map((pair) => pair.trim());
  return pairs.filter((pair) => pair.startsWith(prefix)).map((pair) => pair.slice(prefix.length));
}

function isSame(value: string, secret: string): boolean {
  const [left, right] = [Buffer.from(value), Buffer.from(secret)];
  return left.length === right.length && timingSafeEqual(left, right);
}
