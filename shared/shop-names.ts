/**
 * Short names for the shops of an account: the common beginning of more than half of them, such as the name of the
 * chain, is removed. A short name that is empty or not unique stays whole. Pass all shops of the account, because a
 * part of them can have more in common.
 */
export function createShopNameShortener(titles: readonly string[]): (title: string) => string {
  const prefix = findCommonPrefix(titles);
  const shorten = (title: string) => (title.startsWith(prefix) ? title.slice(prefix.length).trim() : title);
  const counts = Map.groupBy(titles, shorten);
  return (title) => {
    const short = shorten(title);
    return short === '' || (counts.get(short)?.length ?? 0) > 1 ? title : short;
  };
}

/** Finds the name of the chain, such as `Linde & Loof`; `null` if the shop names have no common beginning. */
function findChainName(titles: readonly string[]): string | null {
  return findCommonPrefix(titles).replace(/[\s,:;|·–—-]+$/, '') || null;
}

/** Returns the company name on paper: the chain, the only shop, or else the account. */
export function getCompanyName(shopTitles: readonly string[], account: string): string {
  return findChainName(shopTitles) ?? (shopTitles.length === 1 ? shopTitles[0] : undefined) ?? account;
}

/** Finds the longest sequence of whole words with which more than half of the names start; empty if there is none. */
function findCommonPrefix(titles: readonly string[]): string {
  const beginnings = titles.flatMap((title) => [...new Set(listPrefixes(title))]);
  const counts = Map.groupBy(beginnings, (beginning) => beginning);
  const shared = [...counts].filter(([, found]) => found.length >= 2 && found.length * 2 > titles.length);
  return shared.reduce((longest, [beginning]) => (beginning.length > longest.length ? beginning : longest), '');
}

/** Longer than any chain's name. Without it, a title of thousands of words would have as many long beginnings. */
const MAX_PREFIX_LENGTH = 200;

/**
 * `Linde & Loof Utrecht, kassa 1` starts with `Linde `, `Linde & ` and so on. Ends at whole words, and never leaves
 * only a number, which is not a name.
 */
function listPrefixes(title: string): readonly string[] {
  return [...title.slice(0, MAX_PREFIX_LENGTH).matchAll(/\s+/g)]
    .map(({ index, 0: space }) => title.slice(0, index + space.length))
    .filter((beginning) => !/^\d+$/.test(title.slice(beginning.length).trim()));
}
