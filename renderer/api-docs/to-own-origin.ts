/** The document names the service by its number; the page may have been opened as `localhost`. */
export function toOwnOrigin(request: { url: string }): { url: string } {
  const { pathname, search } = new URL(request.url, window.location.origin);
  request.url = `${window.location.origin}${pathname}${search}`;
  return request;
}
