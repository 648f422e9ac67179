import { protocol } from 'electron';
import { APP_SCHEME } from './app-address.ts';

/** Makes our scheme as good as https for a page. Only before the app is ready, and only once. */
export function registerAppScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true };
  protocol.registerSchemesAsPrivileged([{ scheme: APP_SCHEME, privileges }]);
}
