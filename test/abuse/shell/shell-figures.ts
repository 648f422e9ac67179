/** What the probes count, by the least of a full run. */
export const COUNTS = {
  paths: 'paths out of the folder',
  pages: 'navigations, windows and guests',
  permissions: 'permissions asked for',
  requests: 'requests to others',
  links: 'links to the system',
  senders: 'foreign senders',
  calls: 'random calls',
  answers: 'answers and preferences looked at',
} as const;

export const LEAST: Readonly<Record<keyof typeof COUNTS, number>> = {
  paths: 600,
  pages: 160,
  permissions: 80,
  requests: 20,
  links: 80,
  senders: 40,
  calls: 10_000,
  answers: 30,
};

export const BREACHES = {
  escaped: 'bytes from outside',
  left: 'pages left or opened',
  granted: 'permissions granted',
  asked: 'requests let out',
  opened: 'links opened',
  heard: 'foreign senders heard',
  crashed: 'calls that crashed or passed unchecked',
  weak: 'weak preferences',
  kept: 'passwords kept in the open',
  refused: 'good work refused',
} as const;
