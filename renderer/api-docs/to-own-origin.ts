import { windowKeyHeaders } from '../lib/window-key.ts';

interface Request {
  url: string;
  headers?: Record<string, string>;
}

/**
 * The document names the service by its number; the page may have been opened as `localhost`, or in the window, which
 * passes calls on as whoever is signed in there.
 */
export function toOwnOrigin(request: Request): Request {
  const { pathname, search } = new URL(request.url, window.location.origin);
  request.url = `${window.location.origin}${pathname}${search}`;
  request.headers = { ...request.headers, ...windowKeyHeaders() };
  return request;
}
