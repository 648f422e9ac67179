import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeBlock } from './code-block.tsx';
import { formattedBody } from './formatted-body.ts';

const VIEWS = ['formatted', 'raw'] as const;
type View = (typeof VIEWS)[number];

/** The body for reading, or exactly as it is sent; what is shown is what is copied. */
export function DeliveryBody({ body }: { readonly body: string }) {
  const { t } = useTranslation();
  const [view, setView] = useState<View>('formatted');
  return (
    <CodeBlock text={view === 'raw' ? body : formattedBody(body)} copyLabel={t('webhooks.delivery.copyBody')}>
      <SegmentedControl
        size="xs"
        aria-label={t('webhooks.delivery.bodyView')}
        data={VIEWS.map((value) => ({ value, label: t(`webhooks.delivery.${value}`) }))}
        value={view}
        onChange={setView}
      />
    </CodeBlock>
  );
}
