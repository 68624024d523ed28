/**
 * Draws first pictures when the console is built (vite.config.ts): what a screen shows before anything was read or typed, as markup
 * in the page itself. A browser paints it as soon as the page is there; React replaces it with the screen, which looks the same.
 */
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { ServerStyleSheet } from 'styled-components'
import { BaseStyle } from '@design-system/theme/BaseStyle'
import { Login } from '@screens/login/Login'

const nothing = () => undefined

/** Where styled-components finds its own rules again: the running console must not take those of a picture for its own. */
const MARKS = /\/\*!sc\*\/\n?(?:data-styled\.[^{]*\{[^}]*\}\/\*!sc\*\/\n?)?/g

/** @returns markup with the styles that it uses */
function draw(content: ReactNode): string {
  const sheet = new ServerStyleSheet()
  try {
    const markup = renderToStaticMarkup(sheet.collectStyles(content))
    const styles = sheet.getStyleTags().replaceAll(/<\/?style[^>]*>/g, '')
    return `<style>${styles.replaceAll(MARKS, '')}</style>${markup}`
  } finally {
    sheet.seal()
  }
}

/** @returns the style of every page, as React writes it: the built console finds it in the document, and carries none of its own */
export const drawBaseStyle = () => renderToStaticMarkup(<BaseStyle />)

/** What only the running login can do waits for it. */
const TYPED_ALONE = '#root button:not([type=submit]){visibility:hidden}'

/** @param version of the console. @returns the login as somebody finds it who has typed nothing */
export const drawLogin = (version: string) =>
  `<style>${TYPED_ALONE}</style>` +
  draw(
    <Login
      busy={false}
      problem={null}
      thrownOut={null}
      demo={null}
      version={version}
      theme="system"
      onTheme={nothing}
      onSubmit={nothing}
    />,
  )
