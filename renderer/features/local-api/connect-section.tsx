import { Button, Group, SegmentedControl } from '@mantine/core';
import { IconCheck, IconCopy, IconKey } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays } from '../../../shared/calendar.ts';
import type { ApiKeyView, CreatedApiKey } from '../../../shared/contract/api-keys.ts';
import type { About } from '../../../shared/contract/bridge.ts';
import { getPeriod } from '../../../shared/periods.ts';
import box from '../../components/box.module.css';
import { CopyNotice, useCopy } from '../../components/copy-field.tsx';
import { DialogFailure } from '../../components/overlays/dialog-form.tsx';
import { useToday } from '../../components/period-picker/chosen-period.ts';
import { SkeletonRows } from '../../components/states/loading.tsx';
import textStyles from '../../components/text.module.css';
import { aboutQuery } from '../../lib/host/program.ts';
import {
  CONNECT_TASKS,
  type ConnectTask,
  type ConnectTool,
  createConnectText,
  hasTasks,
  TOOL_KINDS,
  type ToolKind,
} from './connect-texts.ts';
import { FirstCallLine } from './first-call.tsx';
import styles from './local-api-page.module.css';
import { DEFAULT_EXPIRY_DAYS, NewKeyDialog } from './new-key-dialog.tsx';
import { apiKeysQuery, firstProductsQuery, isRefusal, keyNeedsQuery, useCreateApiKey } from './queries.ts';

/** Newly created keys in clear text. They are dropped when the user leaves the page or is done with them. */
type MadeKeys = Readonly<Partial<Record<ConnectTool, CreatedApiKey>>>;

/** For each tool: a key, a text that contains it, instructions for pasting, and whether the first request arrived. */
export function ConnectSection() {
  const { t } = useTranslation();
  const about = useQuery(aboutQuery);
  const [kind, setKind] = useState<ToolKind>('excel');
  const [chosen, setChosen] = useState<Readonly<Partial<Record<ToolKind, ConnectTool>>>>({});
  const [task, setTask] = useState<ConnectTask>('prices');
  const [made, setMade] = useState<MadeKeys>({});
  const tools: readonly ConnectTool[] = TOOL_KINDS[kind];
  const tool = chosen[kind] ?? TOOL_KINDS[kind][0];
  return (
    <>
      <Group gap="8px 12px" mb="md">
        <SegmentedControl
          aria-label={t('localApi.connect.tool')}
          data={KINDS.map((value) => ({ value, label: t(`localApi.connect.kinds.${value}`) }))}
          value={kind}
          onChange={setKind}
        />
        {tools.length > 1 && (
          <SegmentedControl
            aria-label={t(`localApi.connect.kinds.${kind}`)}
            data={tools.map((value) => ({ value, label: t(`localApi.connect.tools.${value}`) }))}
            value={tool}
            onChange={(value) => setChosen({ ...chosen, [kind]: value })}
          />
        )}
        {hasTasks(tool) && (
          <SegmentedControl
            aria-label={t('exports.new.what')}
            data={CONNECT_TASKS.map((value) => ({ value, label: t(`localApi.connect.tasks.${value}`) }))}
            value={task}
            onChange={setTask}
          />
        )}
      </Group>
      {about.data ? (
        <Connection
          key={tool}
          tool={tool}
          task={task}
          about={about.data}
          made={made[tool] ?? null}
          onMade={(created) => setMade({ ...made, [tool]: created })}
          onDone={() => setMade({ ...made, [tool]: undefined })}
        />
      ) : (
        // The line above shows the failure and has a retry button.
        !about.isError && <SkeletonRows rows={6} widths={[60]} />
      )}
    </>
  );
}

const KINDS = Object.keys(TOOL_KINDS) as readonly ToolKind[];

interface ConnectionProps {
  readonly tool: ConnectTool;
  readonly task: ConnectTask;
  readonly about: About;
  readonly made: CreatedApiKey | null;
  readonly onMade: (created: CreatedApiKey) => void;
  readonly onDone: () => void;
}

/** Three steps: make a key, copy the text with it, and paste the text. */
function Connection({ tool, task, about, made, onMade, onDone }: ConnectionProps) {
  const { t } = useTranslation();
  const today = useToday();
  const products = useQuery(firstProductsQuery);
  const code = useRef<HTMLElement>(null);
  const { outcome, copy } = useCopy();
  const CopyIcon = outcome === 'copied' ? IconCheck : IconCopy;
  /** The user has hidden the key, so the button for that is gone. */
  const [isHidden, setIsHidden] = useState(false);
  const productIds = products.data?.data.map(({ id }) => id).join(',') || t('localApi.connect.idsPlaceholder');
  const placeholder = t('localApi.connect.keyPlaceholder');
  const text = createConnectText(tool, task, {
    ...about,
    key: made?.key ?? placeholder,
    productIds,
    lastMonth: getPeriod('last-month', today),
  });
  const toolName = t(`localApi.connect.names.${tool}`);
  const label = hasTasks(tool)
    ? t('localApi.connect.named', { task: t(`localApi.connect.tasks.${task}`), tool: toolName })
    : t('localApi.connect.settingsOf', { tool: toolName });

  function hideKey() {
    setIsHidden(true);
    onDone();
  }

  if (text === null) return <p className={textStyles.muted}>{t('localApi.connect.notInstalled')}</p>;
  return (
    <div className={styles.connection}>
      <p>
        {t(hasTasks(tool) ? `localApi.connect.results.${RESULTS[tool][task]}` : 'localApi.connect.results.answers')}
      </p>
      <ol className={styles.steps}>
        <li>
          <div className={styles.step}>
            {made ? (
              <>
                <p className={box.attention} role="status">
                  {t('localApi.connect.once', { name: made.record.name })}
                </p>
                <Button variant="default" onClick={hideKey}>
                  {t('localApi.connect.done')}
                </Button>
              </>
            ) : (
              <>
                <MakeKeyButton tool={tool} takesFocus={isHidden} onMade={onMade} />
                <p className={textStyles.muted}>
                  {t('localApi.connect.keyHint', { tool: toolName, days: DEFAULT_EXPIRY_DAYS })}
                </p>
              </>
            )}
          </div>
        </li>
        <li>
          <div className={styles.step}>
            <Group gap={8}>
              <Button
                key={made?.record.id ?? 0}
                {...(!made && { variant: 'default' })}
                leftSection={<CopyIcon size={15} aria-hidden />}
                autoFocus={made !== null}
                onClick={() => void copy(code.current)}
              >
                {t(`localApi.connect.copy.${TEXT_KINDS[tool]}`)}
              </Button>
              <CopyNotice outcome={outcome} />
            </Group>
            {!made && <p className={textStyles.muted}>{t('localApi.connect.withoutKey', { placeholder })}</p>}
          </div>
        </li>
        <li>
          <div className={styles.step}>
            {t(`localApi.connect.use.${TEXT_KINDS[tool]}`, { tool: toolName })}
            <ul>
              {STEPS[tool].map((step) => (
                <li key={step}>{t(`localApi.connect.steps.${step}`)}</li>
              ))}
            </ul>
          </div>
        </li>
      </ol>
      <PastedText tool={tool} label={label} code={code} text={text} />
      {made && <FirstCallLine apiKey={made.record} tool={toolName} />}
    </div>
  );
}

/** How to use the text. */
const STEPS = {
  excel: ['excelQuery', 'editor', 'excelLoad'],
  powerBi: ['powerBiQuery', 'editor', 'powerBiLoad'],
  python: ['pythonFile', 'pythonStart'],
  javascript: ['javascriptFile', 'javascriptStart'],
  curl: ['curl'],
  mcpAddress: ['mcpAddress', 'mcpAsk'],
  mcpCommand: ['mcpCommand', 'mcpAsk'],
} as const satisfies Record<ConnectTool, readonly string[]>;

/** What the text produces. */
const RESULTS = {
  excel: { prices: 'priceTable', report: 'groupTable' },
  powerBi: { prices: 'priceTable', report: 'groupTable' },
  python: { prices: 'priceLines', report: 'groupLines' },
  javascript: { prices: 'priceLines', report: 'groupLines' },
  curl: { prices: 'pricePages', report: 'report' },
} as const;

/** The kind of text for each tool. */
const TEXT_KINDS = {
  excel: 'query',
  powerBi: 'query',
  python: 'script',
  javascript: 'script',
  curl: 'command',
  mcpAddress: 'settings',
  mcpCommand: 'settings',
} as const satisfies Record<ConnectTool, string>;

interface MakeKeyButtonProps {
  readonly tool: ConnectTool;
  readonly takesFocus: boolean;
  readonly onMade: (created: CreatedApiKey) => void;
}

/** Makes a key at once. Opens a dialog only if the platform needs its own key, or if that is not known. */
function MakeKeyButton({ tool, takesFocus, onMade }: MakeKeyButtonProps) {
  const { t } = useTranslation();
  const today = useToday();
  const creation = useCreateApiKey();
  const needs = useQuery(keyNeedsQuery);
  const [isAsking, setIsAsking] = useState(false);
  const name = useFreeName(t(`localApi.connect.names.${tool}`));

  function make() {
    if (needs.data?.platformKey === false) {
      const key = { name, expiresOn: addDays(today, DEFAULT_EXPIRY_DAYS), personalData: false };
      creation.mutate(key, { onSuccess: onMade });
    } else setIsAsking(true);
  }

  return (
    <>
      <Button
        leftSection={<IconKey size={15} aria-hidden />}
        autoFocus={takesFocus}
        loading={creation.isPending}
        onClick={make}
      >
        {t('localApi.connect.makeKey', { tool: t(`localApi.connect.names.${tool}`) })}
      </Button>
      {creation.isError && (
        <DialogFailure
          error={creation.error}
          message={isRefusal(creation.error) ? t('localApi.keys.refused') : undefined}
        />
      )}
      <NewKeyDialog isOpen={isAsking} name={name} onClose={() => setIsAsking(false)} onCreated={onMade} />
    </>
  );
}

/** Adds a number to the name if another key has it, as requests are listed by the name of their key. */
function useFreeName(name: string): string {
  const { data: keys = NO_KEYS } = useQuery(apiKeysQuery);
  const taken = new Set(keys.map((key) => key.name));
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name} ${number}`;
  return free;
}

const NO_KEYS: readonly ApiKeyView[] = [];

interface PastedTextProps {
  readonly tool: ConnectTool;
  /** A label such as `Price list with curl`. */
  readonly label: string;
  readonly code: RefObject<HTMLElement | null>;
  readonly text: string;
}

/** The text in a scrolling frame, folded if it is long. */
function PastedText({ tool, label, code, text }: PastedTextProps) {
  const { t } = useTranslation();
  const kind = TEXT_KINDS[tool];
  // Focusable, so that the keyboard can scroll it: nothing inside takes the focus.
  const asRegion = { role: 'region', tabIndex: 0, 'aria-label': label } as const;
  const frame = (
    <div {...asRegion} className={styles.frame}>
      <code ref={code} className={styles.text}>
        {text}
      </code>
    </div>
  );
  if (kind === 'command' || kind === 'settings') return frame;
  return (
    <details className={styles.fold}>
      <summary>{t(`localApi.connect.show.${kind}`)}</summary>
      {frame}
    </details>
  );
}
