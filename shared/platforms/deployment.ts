import { readWebAddress } from '../web-address.ts';
import { declarePlatform } from './platform-kind.ts';

/** Another deployment of the same API. */
export const deployment = declarePlatform({
  id: 'deployment',
  scheme: '',
  isWholeCopy: false,
  roundsFigures: true,
  takesNames: false,
  readAddress(typed) {
    const read = readWebAddress(typed.trim());
    return read.ok ? { ...read, account: null } : read;
  },
  key: null,
  texts: {
    nl: {
      name: 'Een ander adres',
      address: 'Adres van het platform',
      addressHint: 'Zoals https://kassa.voorbeeld.nl. U krijgt het van wie het platform beheert.',
      notAnAddress: null,
      key: null,
    },
    en: {
      name: 'Another address',
      address: 'Address of the platform',
      addressHint: 'Such as https://till.example.com. You get it from the person who runs the platform.',
      notAnAddress: null,
      key: null,
    },
  },
});
