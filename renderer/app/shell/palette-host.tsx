import { lazy, Suspense } from 'react';
import { closePalette, usePaletteStore } from './palette-store.ts';

const Palette = lazy(async () => ({ default: (await import('../palette/palette.tsx')).Palette }));

/** Where the palette stands; it is fetched when it is first asked for. */
export function PaletteHost() {
  const { isOpen, wasAsked } = usePaletteStore();
  if (!wasAsked) return null;
  return (
    <Suspense fallback={null}>
      <Palette isOpen={isOpen} onClose={closePalette} />
    </Suspense>
  );
}
