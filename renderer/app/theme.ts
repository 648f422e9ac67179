import {
  ActionIcon,
  Badge,
  Button,
  Checkbox,
  type CSSVariablesResolver,
  createTheme,
  Input,
  type MantineColorsTuple,
  type Menu,
  Radio,
  type SegmentedControl,
  type Tooltip,
} from '@mantine/core';

const ACCENT: MantineColorsTuple = [
  '#e2efed',
  '#c5dfdc',
  '#9fcbc6',
  '#68c7c0',
  '#3f9f99',
  '#1f827d',
  '#0f7872',
  '#0b5c5c',
  '#074848',
  '#053535',
];
/** Mantine uses `gray` for its light theme and `dark` for its dark one. Both are our warm neutrals. */
const GRAY: MantineColorsTuple = [
  '#f4f2ee',
  '#f0ede8',
  '#e7e3dc',
  '#d5d0c7',
  '#8d877c',
  '#686359',
  '#5c574f',
  '#46423b',
  '#2e2b26',
  '#1c1a17',
];
const DARK: MantineColorsTuple = [
  '#eceae5',
  '#d6d2ca',
  '#b0aaa0',
  '#a29c91',
  '#3d3a35',
  '#2c2a26',
  '#1f1e1b',
  '#171614',
  '#12110f',
  '#0c0b0a',
];

const MENU_MOTION = { transition: 'fade', duration: 100 } as const;

/* Imported as types only, so that the sign-in page does not load their code. */
const MENU: Parameters<typeof Menu.extend>[0] = {
  defaultProps: {
    position: 'bottom-start',
    offset: 4,
    shadow: 'sm',
    transitionProps: MENU_MOTION,
    // Without a portal, a menu is in the landmark of its button. A menu must not contain a placeholder.
    withinPortal: false,
    withInitialFocusPlaceholder: false,
    // Not cut off by a scrolling parent.
    floatingStrategy: 'fixed',
  },
  styles: { item: { fontSize: 13, padding: '6px 10px' }, label: { padding: '4px 10px' } },
};
const SEGMENTED_CONTROL: Parameters<typeof SegmentedControl.extend>[0] = { defaultProps: { size: 'xs' } };
const TOOLTIP: Parameters<typeof Tooltip.extend>[0] = {
  defaultProps: {
    openDelay: 300,
    transitionProps: MENU_MOTION,
    // Also on keyboard focus, but not on focus from a press.
    events: { hover: true, focus: true, touch: false },
  },
};

export const theme = createTheme({
  colors: { accent: ACCENT, gray: GRAY, dark: DARK },
  primaryColor: 'accent',
  primaryShade: 7,
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontFamilyMonospace: "ui-monospace, 'Cascadia Mono', Consolas, 'DejaVu Sans Mono', monospace",
  fontSizes: { xs: '12px', sm: '13.5px', md: '14px', lg: '16px', xl: '20px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  defaultRadius: 'sm',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    Button: Button.extend({
      defaultProps: { size: 'xs' },
      vars: (_theme, { size }) => ({ root: size === 'compact-sm' ? { '--button-fz': '13px' } : {} }),
    }),
    ActionIcon: ActionIcon.extend({ defaultProps: { size: 28, variant: 'subtle' } }),
    Badge: Badge.extend({ defaultProps: { size: 'sm', variant: 'light', tt: 'none', fw: 550 } }),
    Checkbox: Checkbox.extend({ defaultProps: { size: 'xs' } }),
    Radio: Radio.extend({ defaultProps: { size: 'xs' } }),
    SegmentedControl: SEGMENTED_CONTROL,
    Input: Input.extend({ defaultProps: { size: 'xs' } }),
    // Mantine's default is two pixels smaller than the field, which is hard to read.
    InputDescription: Input.Description.extend({ defaultProps: { fz: 'var(--font-small)' } }),
    InputError: Input.Error.extend({ defaultProps: { fz: 'var(--font-body)' } }),
    InputWrapper: Input.Wrapper.extend({ defaultProps: { labelProps: { mb: 4, fw: 550 } } }),
    Menu: MENU,
    Tooltip: TOOLTIP,
  },
});

const ROLES = {
  '--mantine-color-text': 'var(--ink)',
  '--mantine-color-body': 'var(--ground)',
  '--mantine-color-bright': 'var(--ink)',
  '--mantine-color-dimmed': 'var(--ink-muted)',
  '--mantine-color-placeholder': 'var(--ink-faint)',
  '--mantine-color-error': 'var(--danger)',
  '--mantine-color-anchor': 'var(--accent)',
  '--mantine-color-default': 'var(--ground-raised)',
  '--mantine-color-default-hover': 'var(--ground-hover)',
  '--mantine-color-default-color': 'var(--ink)',
  '--mantine-color-default-border': 'var(--control-edge)',
  '--mantine-color-disabled': 'var(--ground-sunken)',
  '--mantine-color-disabled-color': 'var(--ink-faint)',
  '--mantine-color-disabled-border': 'var(--hairline-strong)',
  '--mantine-primary-color-contrast': 'var(--on-accent)',
  '--mantine-color-accent-text': 'var(--accent)',
  '--mantine-color-accent-filled': 'var(--accent-filled)',
  '--mantine-color-accent-filled-hover': 'var(--accent-filled-hover)',
  '--mantine-color-accent-light': 'var(--accent-soft)',
  '--mantine-color-accent-light-hover': 'var(--ground-hover)',
  '--mantine-color-accent-light-color': 'var(--accent)',
  '--mantine-color-accent-outline': 'var(--accent)',
  '--mantine-color-accent-outline-hover': 'var(--accent-soft)',
};

/** Maps Mantine's roles to ours, so that both kinds of component follow the theme. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: ROLES,
  dark: ROLES,
});
