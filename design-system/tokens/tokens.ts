/**
 * The semantic tokens of the look (design: look, sections 2 and 3): components take values only from here. Colours are CSS
 * variables, so that a change of the theme repaints without rendering.
 */
import { css } from 'styled-components'

type Var<N extends string> = `var(--pb-${N})`
const ref = <N extends string>(name: N): Var<N> => `var(--pb-${name})`

const tone = <N extends string>(name: N) =>
  ({
    solid: ref(`tone-${name}-solid`),
    hover: ref(`tone-${name}-hover`),
    fg: ref(`tone-${name}-fg`),
    tint: ref(`tone-${name}-tint`),
    border: ref(`tone-${name}-border`),
    onSolid: ref(`tone-${name}-on-solid`),
  }) as const

/** Colours by role. `field` is the background of inputs and secondary buttons. */
export const token = {
  surface: {
    canvas: ref('surface-canvas'),
    sidebar: ref('surface-sidebar'),
    base: ref('surface-base'),
    raised: ref('surface-raised'),
    field: ref('surface-field'),
    subtle: ref('surface-subtle'),
    hover: ref('surface-hover'),
    selected: ref('surface-selected'),
    unread: ref('surface-unread'),
    inverse: ref('surface-inverse'),
  },
  border: { subtle: ref('border-subtle'), base: ref('border-base'), control: ref('border-control') },
  text: {
    primary: ref('text-primary'),
    secondary: ref('text-secondary'),
    muted: ref('text-muted'),
    disabled: ref('text-disabled'),
    inverse: ref('text-inverse'),
    onSolid: ref('text-on-solid'),
  },
  accent: {
    solid: ref('accent-solid'),
    hover: ref('accent-hover'),
    active: ref('accent-active'),
    text: ref('accent-text'),
    tint: ref('accent-tint'),
    border: ref('accent-border'),
  },
  tone: {
    success: tone('success'),
    danger: tone('danger'),
    warning: tone('warning'),
    info: tone('info'),
    violet: tone('violet'),
    neutral: tone('neutral'),
  },
  focus: ref('focus'),
  focusHalo: ref('focus-halo'),
  scrim: ref('scrim'),
  chart: {
    1: ref('chart-1'),
    2: ref('chart-2'),
    3: ref('chart-3'),
    4: ref('chart-4'),
    5: ref('chart-5'),
    6: ref('chart-6'),
  },
} as const

/** The status hues. Grey: not started; amber: the person must act; blue: proceeds automatically; violet: another person must act; green: good; red: bad. */
export type Tone = keyof typeof token.tone

/** Distances, by their size in pixels. */
export const space = {
  2: '2px',
  4: '4px',
  6: '6px',
  8: '8px',
  10: '10px',
  12: '12px',
  14: '14px',
  16: '16px',
  20: '20px',
  24: '24px',
  32: '32px',
  40: '40px',
} as const

/** For tag and checkbox, pill, control, card and popover, bulk bar, modal, and round elements. */
export const radius = {
  tag: '4px',
  pill: '5px',
  control: '6px',
  card: '8px',
  bar: '10px',
  modal: '12px',
  full: '999px',
} as const

/** Values of box-shadow: e1 resting, e2 popover and toast, e3 modal, overlay drawer and bulk bar. */
export const elevation = {
  flat: 'none',
  e1: ref('elevation-e1'),
  e2: ref('elevation-e2'),
  e3: ref('elevation-e3'),
} as const

/** Durations and curves. Only opacity and transform are animated; an exit takes two thirds of its entrance. */
export const motion = {
  hover: '100ms',
  quick: '160ms',
  slow: '220ms',
  easeIn: 'cubic-bezier(.2, 0, 0, 1)',
  easeOut: 'cubic-bezier(.4, 0, 1, 1)',
} as const

export const zIndex = {
  stickyHead: 10,
  dockedDrawer: 20,
  bulkBar: 25,
  popover: 30,
  flyOut: 35,
  scrim: 40,
  modal: 50,
  notificationPanel: 60,
  palette: 70,
  toast: 90,
} as const

/** Font stacks: Geist Mono for ids, hashes, secrets and schema names. */
export const font = {
  sans: "'Inter Variable', Inter, 'Pitboss Fallback', system-ui, -apple-system, 'Segoe UI', sans-serif",
  mono: "'Geist Mono Variable', 'Geist Mono', ui-monospace, 'SF Mono', Menlo, Consolas, monospace",
} as const

const text = (pixels: number, line: number, weight: number, spacing = '-.003em') => css`
  font-size: ${pixels / 16}rem;
  line-height: ${line / 16}rem;
  font-weight: ${weight};
  letter-spacing: ${spacing};
`

/** Text styles by use. Sizes in rem, so that they follow the browser's setting. */
export const type = {
  badge: text(11, 16, 600),
  meta: text(12, 16, 500),
  pill: text(12, 16, 550),
  cell: text(13, 20, 400),
  nav: text(13, 20, 500),
  control: text(13, 20, 550),
  rowName: text(13, 20, 520),
  amount: text(13, 20, 600),
  formValue: text(14, 20, 400),
  cardTitle: text(14, 20, 600),
  subject: text(16, 24, 620),
  pageTitle: text(18, 24, 620, '-.015em'),
  recordName: text(20, 28, 640, '-.018em'),
  figure: text(24, 32, 620, '-.022em'),
  decision: text(28, 34, 640, '-.025em'),
} as const

/** Digits of equal width, for aligned numbers. */
export const numeric = css`
  font-variant-numeric: tabular-nums;
`

/** Ids, hashes, secrets, schema names. */
export const mono = css`
  font-family: ${font.mono};
  letter-spacing: 0;
`

/** The visible focus of everything but inputs. */
export const focusRing = css`
  &:focus-visible {
    outline: 2px solid ${token.focus};
    outline-offset: 2px;
  }
`

/** The same inside rows and menus, where there is no space around the element. */
export const focusRingInset = css`
  &:focus-visible {
    outline: 2px solid ${token.focus};
    outline-offset: -2px;
  }
`

/** Media queries of the four widths (look, section 4) and their complements. */
export const media = {
  phone: '@media (max-width: 767.98px)',
  narrow: '@media (min-width: 768px) and (max-width: 1023.98px)',
  medium: '@media (min-width: 1024px) and (max-width: 1279.98px)',
  wide: '@media (min-width: 1280px)',
  belowMedium: '@media (max-width: 1023.98px)',
  belowWide: '@media (max-width: 1279.98px)',
  abovePhone: '@media (min-width: 768px)',
  aboveNarrow: '@media (min-width: 1024px)',
  reducedMotion: '@media (prefers-reduced-motion: reduce)',
  forcedColors: '@media (forced-colors: active)',
} as const

export { rowHeights } from './row-heights'
/** The row height as a CSS value that follows the density of the page. */
export const rowHeight = ref('row-height')
