import type { Ground } from '../ground/ground.ts';
import { openApi } from '../ground/running-product.ts';
import type { Row, Sides } from '../harness/row.ts';
import { requestRate } from '../probes/request-rate.ts';
import { FIRST_PAGE } from './catalog-pages.ts';
import { commonProductWord, rareProductWord, type SearchWord } from './search-words.ts';

const facts = {
  comparedWith: 'without q',
  unit: 'requests/s',
  comparison: 'ratio',
  rounds: 5,
} as const;

export const rareSearch: Row = {
  ...facts,
  name: 'search-rare',
  measured: 'the first page with q of one rare word',
  bar: { atLeast: 0.5 },
  prepare: (ground) => rateOfSearch(ground, rareProductWord(ground.database, ground.shop)),
};

export const commonSearch: Row = {
  ...facts,
  name: 'search-common',
  measured: 'the first page with q of one common word',
  bar: { atLeast: 0.3 },
  prepare: (ground) => rateOfSearch(ground, commonProductWord(ground.database, ground.shop)),
};

async function rateOfSearch(ground: Ground, { word, matches }: SearchWord): Promise<Sides> {
  const api = await openApi(await ground.startProduct());
  const search = { ...api, targets: [`${FIRST_PAGE}&q=${encodeURIComponent(word)}`] };
  const page = { ...api, targets: [FIRST_PAGE] };
  await requestRate(search);
  await requestRate(page);
  return {
    detail: `“${word}” is in ${matches} products`,
    product: () => requestRate(search),
    reference: () => requestRate(page),
  };
}
