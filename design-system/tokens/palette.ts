/**
 * The raw values of the look (design: look, sections 2 and 3), private to tokens and theme. Components use `token`, which names the
 * CSS variables that GlobalStyle writes from these values.
 */

/** One status hue: a solid with text on it, and a quiet tint with text and border. */
type TonePalette = {
  solid: string
  hover: string
  /** Text and icons on `tint` and on every surface. */
  fg: string
  tint: string
  border: string
  /** Text and icons on `solid` and `hover`. */
  onSolid: string
}

export type Palette = {
  surface: Record<
    'canvas' | 'sidebar' | 'base' | 'raised' | 'field' | 'subtle' | 'hover' | 'selected' | 'unread' | 'inverse',
    string
  >
  border: Record<'subtle' | 'base' | 'control', string>
  text: Record<'primary' | 'secondary' | 'muted' | 'disabled' | 'inverse' | 'onSolid', string>
  accent: Record<'solid' | 'hover' | 'active' | 'text' | 'tint' | 'border', string>
  tone: Record<'success' | 'danger' | 'warning' | 'info' | 'violet' | 'neutral', TonePalette>
  focus: string
  /** The soft ring around a focused input: `focus` at 22 %. */
  focusHalo: string
  scrim: string
  chart: Record<1 | 2 | 3 | 4 | 5 | 6, string>
  elevation: Record<'e1' | 'e2' | 'e3', string>
}

export const light: Palette = {
  surface: {
    canvas: '#F6F7F9',
    sidebar: '#EFF1F4',
    base: '#FFFFFF',
    raised: '#FFFFFF',
    field: '#FFFFFF',
    subtle: '#F4F6F8',
    hover: '#EDF0F4',
    selected: '#E8EEFD',
    unread: '#EEF3FE',
    inverse: '#171B22',
  },
  border: { subtle: '#E7EAEE', base: '#D6DBE2', control: '#7C8593' },
  text: {
    primary: '#141821',
    secondary: '#424A57',
    muted: '#5C6573',
    disabled: '#9AA2AE',
    inverse: '#F4F6F8',
    onSolid: '#FFFFFF',
  },
  accent: {
    solid: '#2F54D6',
    hover: '#2747BA',
    active: '#1F3A9C',
    text: '#2849C0',
    tint: '#E8EEFD',
    border: '#B7C6F6',
  },
  tone: {
    success: {
      solid: '#16794A',
      hover: '#116239',
      fg: '#0D6B3F',
      tint: '#E3F4EA',
      border: '#A9DABF',
      onSolid: '#FFFFFF',
    },
    danger: {
      solid: '#C8283A',
      hover: '#A91E2E',
      fg: '#B01E30',
      tint: '#FDEBED',
      border: '#F1B8BE',
      onSolid: '#FFFFFF',
    },
    warning: {
      solid: '#F2B824',
      hover: '#E0A60F',
      fg: '#7A4F00',
      tint: '#FCF2D9',
      border: '#E6C677',
      onSolid: '#2A1C00',
    },
    info: { solid: '#0F73B8', hover: '#0A5A91', fg: '#0A5A91', tint: '#E2F1FB', border: '#A6D0EC', onSolid: '#FFFFFF' },
    violet: {
      solid: '#7A45C7',
      hover: '#6636AE',
      fg: '#6636AE',
      tint: '#F1EAFC',
      border: '#D2BCF1',
      onSolid: '#FFFFFF',
    },
    neutral: {
      solid: '#5C6573',
      hover: '#424A57',
      fg: '#424A57',
      tint: '#EBEEF2',
      border: '#CDD3DB',
      onSolid: '#FFFFFF',
    },
  },
  focus: '#2F54D6',
  focusHalo: 'rgb(47 84 214 / 22%)',
  scrim: 'rgb(16 20 30 / 42%)',
  chart: { 1: '#4470D6', 2: '#D47A1F', 3: '#07504A', 4: '#9A3783', 5: '#3B3100', 6: '#8A8FA3' },
  elevation: {
    e1: '0 1px 2px rgb(16 20 30 / 6%)',
    e2: '0 8px 24px -4px rgb(16 20 30 / 14%), 0 2px 6px rgb(16 20 30 / 6%)',
    e3: '0 24px 64px -12px rgb(16 20 30 / 28%), 0 4px 12px rgb(16 20 30 / 8%)',
  },
}

export const dark: Palette = {
  surface: {
    canvas: '#0E1014',
    sidebar: '#0A0C0F',
    base: '#15181D',
    raised: '#1C2027',
    field: '#0E1014',
    subtle: '#1A1E24',
    hover: '#21262E',
    selected: '#182140',
    unread: '#172039',
    inverse: '#ECEEF2',
  },
  border: { subtle: '#22272E', base: '#2E343D', control: '#717A88' },
  text: {
    primary: '#ECEEF2',
    secondary: '#B6BDC8',
    muted: '#929BA9',
    disabled: '#5D6672',
    inverse: '#141821',
    onSolid: '#FFFFFF',
  },
  accent: {
    solid: '#4263E6',
    hover: '#4A6AEB',
    active: '#3D5BD9',
    text: '#93A9FF',
    tint: '#1B2649',
    border: '#34498F',
  },
  tone: {
    success: {
      solid: '#1B8351',
      hover: '#1F7A4E',
      fg: '#5FCF98',
      tint: '#11291E',
      border: '#21543A',
      onSolid: '#FFFFFF',
    },
    danger: {
      solid: '#D03A4A',
      hover: '#B93040',
      fg: '#FF8D97',
      tint: '#33171B',
      border: '#6B2A32',
      onSolid: '#FFFFFF',
    },
    warning: {
      solid: '#F2B824',
      hover: '#E0A60F',
      fg: '#F3C04D',
      tint: '#2D230D',
      border: '#5E4A1A',
      onSolid: '#2A1C00',
    },
    info: { solid: '#1873B5', hover: '#135E93', fg: '#72BFF2', tint: '#0F2536', border: '#1F4B6C', onSolid: '#FFFFFF' },
    violet: {
      solid: '#8450D2',
      hover: '#7443BE',
      fg: '#C2A1F7',
      tint: '#261B3A',
      border: '#4D3776',
      onSolid: '#FFFFFF',
    },
    neutral: {
      solid: '#6B7482',
      hover: '#5C6573',
      fg: '#B6BDC8',
      tint: '#23282F',
      border: '#3A414B',
      onSolid: '#FFFFFF',
    },
  },
  focus: '#8FA6FF',
  focusHalo: 'rgb(143 166 255 / 22%)',
  scrim: 'rgb(0 0 0 / 60%)',
  chart: { 1: '#6A9BF2', 2: '#EDA455', 3: '#83DCE5', 4: '#BA7F9E', 5: '#EFE39C', 6: '#63666E' },
  elevation: {
    e1: '0 1px 2px rgb(0 0 0 / 40%)',
    e2: '0 8px 24px -4px rgb(0 0 0 / 60%), 0 2px 6px rgb(0 0 0 / 40%)',
    e3: '0 24px 64px -12px rgb(0 0 0 / 80%), 0 4px 12px rgb(0 0 0 / 50%)',
  },
}

type Tree = { [key: string]: string | Tree }

const kebab = (key: string) => key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

/**
 * A palette as CSS declarations, `--pb-surface-canvas: #F6F7F9;` and so on.
 * @param palette one of the two above
 */
export function declarations(palette: Palette): string {
  const walk = (tree: Tree, path: string): string[] =>
    Object.entries(tree).flatMap(([key, value]) =>
      typeof value === 'string' ? `${path}-${kebab(key)}: ${value};` : walk(value, `${path}-${kebab(key)}`),
    )
  return walk({ ...palette }, '--pb').join('\n')
}
