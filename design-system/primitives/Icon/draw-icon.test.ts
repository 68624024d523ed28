import { createElement, type ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { Ellipsis, GripVertical, Search, ShieldAlert, type LucideIcon } from 'lucide-react'
import { describe, expect, it } from 'vitest'
import drawIcon from './draw-icon'
import { Icon, ICON_SIZES, type IconSize } from './Icon'

/** Icons of the package, each with its file. */
const ICONS: [LucideIcon, string][] = [
  [Ellipsis, 'ellipsis'],
  [GripVertical, 'grip-vertical'],
  [Search, 'search'],
  [ShieldAlert, 'shield-exclamation-point'],
]

type Node = Parameters<typeof drawIcon>[0]['node']
const partsOf = async (file: string) => {
  const path = `../../../node_modules/lucide-react/dist/esm/icons/${file}.mjs`
  const { __iconData: data } = (await import(path)) as { __iconData: { node: Node } }
  return { node: data.node.map(([tag, { key: _key, ...attributes }]) => [tag, attributes] as const) as unknown as Node }
}

/** No style uses the package's classes, and an element of a page needs no namespace. */
const withoutClasses = (markup: string) => markup.replace(/\blucide(?:-[\w-]+)?\s*/g, '').replace(/ xmlns="[^"]*"/, '')
const attributesOf = (markup: string) => withoutClasses(markup).match(/[\w-]+="[^"]*"|<\/?\w+/g)!

describe('an icon of the built console', () => {
  it.each(ICONS)('has the same markup as the icon of the package: %#', async (packaged, file) => {
    const built = drawIcon(await partsOf(file)) as ComponentType as LucideIcon
    for (const size of Object.keys(ICON_SIZES) as IconSize[]) {
      const [ours, theirs] = [built, packaged].map((icon) =>
        attributesOf(renderToStaticMarkup(createElement(Icon, { icon, size, className: 'of-the-caller' }))),
      )
      expect(ours!.toSorted()).toEqual(theirs!.toSorted())
    }
  })
})
