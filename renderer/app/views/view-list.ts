import type { SavedView } from '../../../shared/contract/preferences.ts';

type Views = readonly SavedView[];

/** The other view that has a name already, whatever its capitals. */
export function namesake(views: Views, { id, name }: Pick<SavedView, 'id' | 'name'>): SavedView | undefined {
  const asked = name.toLowerCase();
  return views.find((view) => view.id !== id && view.name.toLowerCase() === asked);
}

/** With a view in its place, or in that of its namesake, which goes; a new name comes last. */
export function withView(views: Views, view: SavedView): SavedView[] {
  const replaced = namesake(views, view);
  const own = views.findIndex(({ id }) => id === view.id);
  const place = own === -1 && replaced ? views.indexOf(replaced) : own;
  if (place === -1) return [...views, view];
  return views.with(place, view).filter((other) => other !== replaced);
}

export function withoutView(views: Views, id: string): SavedView[] {
  return views.filter((view) => view.id !== id);
}

/** With a view that was removed back at its place, unless it or its name is there again. */
export function withViewBack(views: Views, view: SavedView, place: number): SavedView[] {
  if (views.some(({ id }) => id === view.id) || namesake(views, view)) return [...views];
  return views.toSpliced(place, 0, view);
}

export function withViewMoved(views: Views, id: string, step: 1 | -1): SavedView[] {
  const from = views.findIndex((view) => view.id === id);
  const to = from + step;
  const moved = views[from];
  if (moved === undefined || to < 0 || to >= views.length) return [...views];
  return views.toSpliced(from, 1).toSpliced(to, 0, moved);
}
