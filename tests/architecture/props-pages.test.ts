import { builtinHandlers, builtinResolvers, parse } from 'react-docgen'
import { expect, it } from 'vitest'
import { readSources } from './files'

/** Styled elements and components without props of their own: their pages list none. */
const WITHOUT_PROPS = new Set(['Kbd', 'Tag', 'TextLink', 'VisuallyHidden', 'OfflineBand'])
const OWN_FILE = /^design-system\/(?:primitives|components|patterns)\/(\w+)\/\1\.tsx$/

const components = readSources()
  .map(({ path, source }) => ({ name: OWN_FILE.exec(path)?.[1] ?? '', path, source }))
  .filter(({ name }) => name !== '' && !WITHOUT_PROPS.has(name))

it('finds the components', () => expect(components.length).toBeGreaterThan(50))

it.each(components)('the page of $name in Storybook has its props', ({ name, path, source }) => {
  // As Storybook reads them.
  const found = parse(source, {
    filename: path,
    handlers: Object.values(builtinHandlers),
    resolver: new builtinResolvers.FindExportedDefinitionsResolver(),
  }).find(({ displayName }) => displayName === name)
  expect(Object.keys(found?.props ?? {})).not.toEqual([])
})
