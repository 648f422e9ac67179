/** A figure of a platform that knows them all. Throws for one that is not known. */
export function known(figure: number | null): number {
  if (figure === null) throw new Error('the platform does not know this figure');
  return figure;
}
