import { create } from 'storybook/theming/create'

const brand = {
  brandTitle: 'Pitboss',
  fontBase: "'Inter Variable', Inter, system-ui, sans-serif",
  fontCode: "'Geist Mono Variable', ui-monospace, monospace",
  appBorderRadius: 6,
}

/** The appearance of Storybook's own pages, similar to the console's (look, section 2). */
export const docsTheme = create({
  ...brand,
  base: 'light',
  colorPrimary: '#2F54D6',
  colorSecondary: '#2F54D6',
  appBg: '#EFF1F4',
  appContentBg: '#FFFFFF',
  appPreviewBg: '#FFFFFF',
  appBorderColor: '#D6DBE2',
  textColor: '#141821',
  textMutedColor: '#5C6573',
  barBg: '#FFFFFF',
  barTextColor: '#424A57',
  barSelectedColor: '#2849C0',
  barHoverColor: '#2849C0',
  inputBg: '#FFFFFF',
  inputBorder: '#7C8593',
  inputTextColor: '#141821',
  inputBorderRadius: 6,
})
