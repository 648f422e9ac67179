import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { createAppRouter } from './router.tsx';

/** The frame and its pages, anew for each user. */
export function SignedInWindow() {
  const [router] = useState(createAppRouter);
  return <RouterProvider router={router} />;
}
