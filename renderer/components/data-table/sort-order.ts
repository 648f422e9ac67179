export type SortDirection = 'ascending' | 'descending' | undefined;

/** How a column is sorted, by the API's form of `sort`: `title`, or `-title` for descending. */
export function sortDirection(sortId: string | undefined, sort: string | undefined): SortDirection {
  if (sortId === undefined || sort === undefined) return undefined;
  if (sort === sortId) return 'ascending';
  return sort === `-${sortId}` ? 'descending' : undefined;
}

/** What a press on the header asks for next: ascending, descending, then the order of the list itself. */
export function nextSort(sortId: string, sort: string | undefined): string | undefined {
  const direction = sortDirection(sortId, sort);
  if (direction === undefined) return sortId;
  return direction === 'ascending' ? `-${sortId}` : undefined;
}
