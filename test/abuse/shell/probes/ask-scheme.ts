import { told } from '../../../support/electron-stand-in.ts';

/** A request of our own page to the scheme of the program. */
export async function askScheme(address: string, initiatorOrigin = 'app://bundle'): Promise<Response> {
  const handler = told.protocolHandlers.get('app');
  if (handler === undefined) throw new Error('nobody answers the scheme app');
  return handler(Object.assign(new Request(address), { initiatorOrigin }));
}
