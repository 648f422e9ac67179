import { declarePlatform } from './platform-kind.ts';
import { readStoreKeeperAddress, STOREKEEPER_SCHEME } from './storekeeper-address.ts';

/** Both browsers and Node have these. This folder uses only the types of the language. */
declare const atob: (base64: string) => string;
declare const TextDecoder: new (
  encoding: string,
  options: { readonly fatal: boolean },
) => { decode(bytes: Uint8Array): string };

/** A channel key replaces the password, and this prefix with the channel's name replaces the e-mail address. */
const CHANNEL_PREFIX = 'channel:';

/** The maximum length of a password. Not imported from the contract, whose schemas would be loaded before sign-in. */
const CHANNEL_KEY = /^(?=.{1,1024}$)skc_([A-Za-z0-9_-]+)={0,2}$/;

/** Account and channel of a channel key, which is `skc_` and JSON as base64url; `null` for any other text. */
export function parseChannelKey(text: string): { readonly account: string; readonly subaccount: string } | null {
  const [, encoded] = CHANNEL_KEY.exec(text.trim()) ?? [];
  if (encoded === undefined) return null;
  try {
    const bytes = Uint8Array.from(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
      sign.charCodeAt(0),
    );
    const key: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    if (typeof key !== 'object' || key === null || !('account' in key) || !('subaccount' in key)) return null;
    const { account, subaccount } = key;
    const isNamed = [account, subaccount].every((name) => typeof name === 'string' && name !== '');
    return isNamed ? { account: String(account), subaccount: String(subaccount) } : null;
  } catch {
    return null;
  }
}

/** A StoreKeeper account. */
export const storeKeeper = declarePlatform({
  id: 'storeKeeper',
  scheme: STOREKEEPER_SCHEME,
  isWholeCopy: true,
  roundsFigures: false,
  takesNames: true,
  readAddress: readStoreKeeperAddress,
  key: {
    readOwner(typed) {
      const channel = parseChannelKey(typed);
      return channel && { account: channel.account, email: `${CHANNEL_PREFIX}${channel.subaccount}` };
    },
    isOwner: (email) => email.startsWith(CHANNEL_PREFIX),
  },
  texts: {
    nl: {
      name: 'StoreKeeper',
      address: 'StoreKeeper-account of adres',
      addressHint: 'De naam van het account, of het adres waarop u in StoreKeeper werkt.',
      notAnAddress: 'Dit is geen naam en geen adres van een StoreKeeper-account.',
      key: {
        label: 'Kanaalsleutel',
        hint: 'De sleutel van een verkoopkanaal. Hij begint met skc_.',
        show: 'Kanaalsleutel tonen of verbergen',
        notAKey: 'Dit is geen kanaalsleutel. Plak de hele sleutel, met skc_ aan het begin.',
        refused: 'StoreKeeper neemt deze kanaalsleutel niet aan.',
      },
    },
    en: {
      name: 'StoreKeeper',
      address: 'StoreKeeper account or address',
      addressHint: 'The name of the account, or the address at which you work in StoreKeeper.',
      notAnAddress: 'This is neither the name nor the address of a StoreKeeper account.',
      key: {
        label: 'Channel key',
        hint: 'The key of a sales channel. It begins with skc_.',
        show: 'Show or hide the channel key',
        notAKey: 'This is not a channel key. Paste all of the key, with skc_ at its beginning.',
        refused: 'StoreKeeper does not accept this channel key.',
      },
    },
  },
});
