/**
 * Draws first pictures when the console is built (build/pages.ts): what a screen shows before anything was read or typed, as markup
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

/** @returns the markup of each part, and the styles that they use, each once */
export function draw<Name extends string>(
  parts: Readonly<Record<Name, ReactNode>>,
): { markup: Record<Name, string>; style: string } {
  const sheet = new ServerStyleSheet()
  try {
    const markup = Object.fromEntries(
      Object.entries<ReactNode>(parts).map(([name, part]) => [name, renderToStaticMarkup(sheet.collectStyles(part))]),
    ) as Record<Name, string>
    const styles = sheet.getStyleTags().replaceAll(/<\/?style[^>]*>/g, '')
    return { markup, style: styles.replaceAll(MARKS, '') }
  } finally {
    sheet.seal()
  }
}

/** @returns the style of every page, as React writes it: the built console finds it in the document, and carries none of its own */
export const drawBaseStyle = () => renderToStaticMarkup(<BaseStyle />)

/** What only the running login can do waits for it. */
const TYPED_ALONE = '#root button:not([type=submit]){visibility:hidden}'

/** @param version of the console. @returns the login as somebody finds it who has typed nothing */
export function drawLogin(version: string): string {
  const { markup, style } = draw({
    login: (
      <Login
        busy={false}
        problem={null}
        thrownOut={null}
        demo={null}
        version={version}
        theme="system"
        onTheme={nothing}
        onSubmit={nothing}
      />
    ),
  })
  return `<style>${TYPED_ALONE}${style}</style>${markup.login}`
}
