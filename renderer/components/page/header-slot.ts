import { createContext, type ReactNode } from 'react';

/** What the shell puts into the header of every page; nothing outside of it. */
export const HeaderSlot = createContext<ReactNode>(null);
