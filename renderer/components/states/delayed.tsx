import { type ReactNode, useEffect, useState } from 'react';

/** Shorter waits show nothing: a skeleton that flashes is worse than none. */
const DELAY_MS = 150;

export function Delayed({ children }: { readonly children: ReactNode }) {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsDue(true), DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return isDue ? children : null;
}
