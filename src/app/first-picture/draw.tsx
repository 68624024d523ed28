/**
 * Renders first pictures at build time (build/pages.ts): a screen before any data is read or typed, as markup in the
 * page. The browser paints it as soon as the page is loaded; then React replaces it with the screen, which looks the
 * same.
 */
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { ServerStyleSheet } from 'styled-components'
import { BaseStyle } from '@design-system/theme/BaseStyle'
import { Login } from '@screens/login/Login'
import { Starting } from '@screens/starting/Starting'

const nothing = () => undefined

/** The markers of styled-components: without them the running console does not reuse the rules of a picture. */
const MARKS = /\/\*!sc\*\/\n?(?:data-styled\.[^{]*\{[^}]*\}\/\*!sc\*\/\n?)?/g

/** @returns the markup of each part, and the styles of all parts without duplicates */
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

/** @returns the base style as React renders it; the built console finds it in the document and does not contain it */
export const drawBaseStyle = () => renderToStaticMarkup(<BaseStyle />)

/** Hides buttons that work only in the running login. */
const TYPED_ALONE = '#root button:not([type=submit]){visibility:hidden}'

/** @param version of the console @returns the empty login */
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

/** @param version of the console @returns the page of a server that starts: its style and its markup */
export function drawStarting(version: string): { style: string; markup: string } {
  const { markup, style } = draw({ page: <Starting version={version} /> })
  return { style: `<style>${style}</style>`, markup: markup.page }
}
