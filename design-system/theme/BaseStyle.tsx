import { dark, declarations, light } from '../tokens/palette'
import { font, rowHeights, token, type } from '../tokens/tokens'

/** A style as text: all of its parts are strings here. */
const plain = (style: readonly unknown[]) => style.filter((part) => typeof part === 'string').join('')

/** CSS of every page, as plain text. Computed where it is rendered: the built console contains the result in its page, without this code and the palette. */
const sheet = () => `
  :root {
    color-scheme: light;
    --pb-row-height: ${rowHeights.default}px;
    ${declarations(light)}
  }
  [data-theme='dark'] {
    color-scheme: dark;
    ${declarations(dark)}
  }
  @media (prefers-color-scheme: dark) {
    [data-theme='system'] {
      color-scheme: dark;
      ${declarations(dark)}
    }
  }
  [data-density='compact'] { --pb-row-height: ${rowHeights.compact}px; }
  [data-density='comfortable'] { --pb-row-height: ${rowHeights.comfortable}px; }

  *, *::before, *::after { box-sizing: border-box; }
  html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
  body {
    margin: 0;
    background: ${token.surface.canvas};
    color: ${token.text.primary};
    font-family: ${font.sans};
    ${plain(type.cell)}
    font-optical-sizing: auto;
    -webkit-font-smoothing: antialiased;
    -moz-osx-font-smoothing: grayscale;
  }
  h1, h2, h3, h4, h5, h6, p, ul, ol, dl, dd, figure, fieldset, legend { margin: 0; padding: 0; border: 0; }
  ul, ol { list-style: none; }
  h1, h2, h3, h4, h5, h6 { font: inherit; }
  button, input, select, textarea { font: inherit; letter-spacing: inherit; color: inherit; }
  button { padding: 0; border: 0; background: none; text-align: inherit; cursor: pointer; }
  img, svg { display: block; flex: none; }
  table { border-collapse: collapse; }
  :where(:focus-visible) { outline: 2px solid ${token.focus}; outline-offset: 2px; }
  ::placeholder { color: ${token.text.muted}; opacity: 1; }
  ::selection { background: ${token.accent.border}; color: ${token.text.primary}; }
  [hidden] { display: none !important; }

  @media (prefers-reduced-motion: reduce) {
    html { scroll-behavior: auto; }
  }
`

/**
 * The style sheet of every page: the tokens of both themes as CSS variables, the row height of each density, and base styles for
 * plain elements. `data-theme` and `data-density` of the root element select them (theme.ts).
 */
export const BaseStyle = () => (
  <style href="pitboss-base" precedence="base">
    {sheet()}
  </style>
)
