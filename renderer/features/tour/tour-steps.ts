/** The page with the targets of the tour. */
export const TOUR_PAGE = '/overview';

/** The targets in order. Elements name them with `data-tour`. */
const TOUR_STEPS = ['figure', 'exports', 'search'] as const;

export type TourStep = (typeof TOUR_STEPS)[number];

/** The steps whose targets are in the page. */
export function listPresentSteps(): readonly TourStep[] {
  return TOUR_STEPS.filter((step) => findTarget(step) !== null);
}

/** Finds the link or button of a step; `null` if the page has none. */
export function findTarget(step: TourStep): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-tour="${step}"]:is(a, button), [data-tour="${step}"] a`);
}
