/** The page that has what the tour points at. */
export const TOUR_PAGE = '/overview';

/** What is pointed at, in this order; the element that has it says so with `data-tour`. */
const TOUR_STEPS = ['figure', 'exports', 'search'] as const;

export type TourStep = (typeof TOUR_STEPS)[number];

/** The steps whose targets are in view. */
export function presentSteps(): readonly TourStep[] {
  return TOUR_STEPS.filter((step) => findTarget(step) !== null);
}

/** A link or a button; `null` if the page has none. */
export function findTarget(step: TourStep): HTMLElement | null {
  return document.querySelector<HTMLElement>(`[data-tour="${step}"]:is(a, button), [data-tour="${step}"] a`);
}
