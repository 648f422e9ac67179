/**
 * Short names for the shops of an account, by which they differ: what more than half of them begin with, such as the name
 * of the chain, is left out. A name that would then be that of two shops, or empty, stays whole. Give all shops of the
 * account: a part of them may have more in common.
 */
export function shortShopNames(titles: readonly string[]): (title: string) => string {
  const prefix = commonBeginning(titles);
  const shorten = (title: string) => (title.startsWith(prefix) ? title.slice(prefix.length).trim() : title);
  const counts = Map.groupBy(titles, shorten);
  return (title) => {
    const short = shorten(title);
    return short === '' || (counts.get(short)?.length ?? 0) > 1 ? title : short;
  };
}

/** The name of the chain as its shops bear it, such as `Linde & Loof`; null where their names have no beginning in common. */
function chainName(titles: readonly string[]): string | null {
  return commonBeginning(titles).replace(/[\s,:;|·–—-]+$/, '') || null;
}

/** What paper calls the company of an account: the chain or the only shop, and the account itself where there is none. */
export function companyName(shopTitles: readonly string[], account: string): string {
  return chainName(shopTitles) ?? (shopTitles.length === 1 ? shopTitles[0] : undefined) ?? account;
}

/** The longest run of whole words that more than half of the names begin with; empty where there is none. */
function commonBeginning(titles: readonly string[]): string {
  const beginnings = titles.flatMap((title) => [...new Set(beginningsOf(title))]);
  const counts = Map.groupBy(beginnings, (beginning) => beginning);
  const shared = [...counts].filter(([, found]) => found.length >= 2 && found.length * 2 > titles.length);
  return shared.reduce((longest, [beginning]) => (beginning.length > longest.length ? beginning : longest), '');
}

/** No chain has a longer name. A title of thousands of words would have as many beginnings, each nearly as long as it is. */
const MAX_BEGINNING = 200;

/**
 * `Linde & Loof Utrecht, kassa 1` begins with `Linde `, `Linde & `, and so on: never in the middle of a word, and never
 * with all but its number, which names nothing by itself.
 */
function beginningsOf(title: string): readonly string[] {
  return [...title.slice(0, MAX_BEGINNING).matchAll(/\s+/g)]
    .map(({ index, 0: space }) => title.slice(0, index + space.length))
    .filter((beginning) => !/^\d+$/.test(title.slice(beginning.length).trim()));
}
