import { basename } from 'node:path';
import { badName } from './disk-failures.ts';

/** Names of devices, whatever their extension. */
const DEVICE = /^(con|prn|aux|nul|com[1-9¹²³]|lpt[1-9¹²³]|conin\$|conout\$)\s*(\.|$)/i;
const CONTROL_CHARACTER = /\p{Cc}/u;
/** Windows leaves these out, so that the file gets another name than was chosen. */
const LOST_END = /[. ]$/;

/**
 * Throws `ExportError` `not_written` for a name that is no file, or another one, on Windows: refused everywhere, for a
 * file is sent on.
 */
export function expectGoodName(path: string): void {
  const name = basename(path);
  if (DEVICE.test(name) || CONTROL_CHARACTER.test(name) || LOST_END.test(name)) throw badName();
}
