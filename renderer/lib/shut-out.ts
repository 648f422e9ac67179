/** The browser host lets this window in no longer: its cookie is gone or old. Only opening Tilldesk again helps. */
export class ShutOut extends Error {
  override readonly name = 'ShutOut';

  constructor(options?: ErrorOptions) {
    super('the host lets this window in no longer', options);
  }
}

/** The host itself refuses with a page; what the program behind it answers is always JSON. */
export function isShutOut(response: Response): boolean {
  const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false;
  return response.status === 401 && isPage;
}
