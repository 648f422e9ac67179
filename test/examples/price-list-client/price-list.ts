import { parseArgs } from 'node:util';
import { createTilldesk, type TilldeskOptions } from '../../../clients/typescript/client.ts';
import { proveService } from './prove-service.ts';
import { type PriceListRow, readPriceList, toCsv } from './read-price-list.ts';

const USAGE = `Writes the price list of an account as CSV.

  PRICE_LIST_PASSWORD=... node price-list.ts --account NAME --email ADDRESS [options] > prices.csv

  --address URL    of the service (http://127.0.0.1:4870)
  --country CODE   whose VAT rates are shown (NL)
  --discovery FILE instance.json of the data folder: the service proves that it wrote it, or gets no password
`;

const OPTIONS = {
  address: { type: 'string', default: 'http://127.0.0.1:4870' },
  account: { type: 'string' },
  email: { type: 'string' },
  country: { type: 'string', default: 'NL' },
  discovery: { type: 'string' },
} as const;

/** Products that a message names. */
const MOST_NAMED = 10;

function tell(sentence: string): void {
  process.stderr.write(`${sentence}\n`);
}

/** Null when something is missing. The password is no option, or every list of processes would show it. */
function readOptions() {
  const { address, account, email, country, discovery } = parseArgs({ options: OPTIONS }).values;
  const password = process.env.PRICE_LIST_PASSWORD;
  if (!account || !email || !password || !URL.canParse(address)) return null;
  const baseUrl = address.replace(/\/+$/, '');
  const auth = async () => {
    // Before each time that the password is sent: another program may have taken the port since.
    if (discovery !== undefined) await proveService(baseUrl, discovery, fetch);
    return { account, email, password };
  };
  const options: TilldeskOptions = { baseUrl, auth, onRetry: tell };
  return { options, country };
}

/** Writes the whole list or nothing. Answers the exit status. */
async function writePriceList(): Promise<number> {
  const given = readOptions();
  if (given === null) {
    tell(USAGE);
    return 2;
  }
  const { options, country } = given;
  const rows = await readPriceList(createTilldesk(options), country);
  process.stdout.write(toCsv(rows));

  const unpriced = rows.filter(({ ppu }) => ppu === null);
  tell(`${rows.length} products, ${unpriced.length} of them without a price.`);
  const ofOtherRates = rows.filter(({ ppu, vat_percent }) => ppu !== null && vat_percent === null);
  if (ofOtherRates.length > 0) tell(missingPercents(ofOtherRates, country));
  return 0;
}

function missingPercents(rows: readonly PriceListRow[], country: string): string {
  const named = rows.slice(0, MOST_NAMED).map(({ sku }) => sku);
  const others = rows.length > MOST_NAMED ? ` and ${rows.length - MOST_NAMED} more` : '';
  return `Without a percentage, as their VAT rate is not one of ${country}: ${named.join(', ')}${others}.`;
}

try {
  process.exitCode = await writePriceList();
} catch (error) {
  tell(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
