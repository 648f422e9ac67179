import type { ResolveAddresses } from '../../../../electron/webhooks/address-lookup.ts';
import { NAMES, PUBLIC_NAME } from './spelled-urls.ts';

/** Resolves the names of the corpus and no other. */
export const resolveCorpusName: ResolveAddresses = async (name) => {
  const addresses = NAMES[name] ?? (name.endsWith('.example.com') ? PUBLIC_NAME : null);
  if (addresses === null) throw new Error(`${name} does not resolve`);
  return addresses;
};
