import { Stack } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import textStyles from '../../components/text.module.css';

/** A part of the page with its title. */
export function ConnectionSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId}>
      <Stack gap={8} mt={28}>
        <h2 id={titleId} className={textStyles.sectionTitle}>
          {title}
        </h2>
        {children}
      </Stack>
    </section>
  );
}
