import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readSources, ROOT } from './files'
import { faultsOf, importsOf, resolve, ringsOf } from './imports'
import { ALIASES, ROOMS } from './rooms'

const files = readSources()

describe('the repository', () => {
  it('was read', () => {
    expect(files.length).toBeGreaterThan(40)
    expect(files.flatMap(importsOf).length).toBeGreaterThan(100)
  })
  it('imports only what the table of rooms allows', () => expect(files.flatMap(faultsOf)).toEqual([]))
  it('has no import cycles between rooms', () => expect(ringsOf(files)).toEqual([]))
  it('knows every alias of tsconfig.json', () => {
    const { compilerOptions } = JSON.parse(readFileSync(`${ROOT}tsconfig.json`, 'utf8')) as {
      compilerOptions: { paths: Record<string, string[]> }
    }
    expect(
      Object.fromEntries(
        Object.entries(compilerOptions.paths).map(([alias, [path]]) => [
          alias.replace('/*', ''),
          path!.replace(/^\.\/|\/\*$/g, ''),
        ]),
      ),
    ).toEqual(ALIASES)
  })
})

/** Where a file of `src` is: a feature, or a room. */
const placeOf = (path: string) => /^src\/features\/[\w-]+|^src\/\w+|^[\w.-]+/.exec(path)![0]
const SHARED = 'src/features/shared'

it('src/features/shared has only what several features, or a feature and the pages, use', () => {
  const product = files.filter(({ path }) => !/\.(?:test|stories|story-kit)\.tsx?$/.test(path))
  const users = new Map<string, string[]>()
  for (const file of product)
    for (const { specifier } of importsOf(file)) {
      const target = resolve(file.path, specifier)
      if (target.kind !== 'file' || !target.path.startsWith(`${SHARED}/`)) continue
      users.set(target.path, [...(users.get(target.path) ?? []), file.path])
    }
  const placesOf = (path: string, seen = new Set<string>()): string[] => {
    const name = path.replace(/\.tsx?$/, '')
    if (seen.has(name)) return []
    seen.add(name)
    return (users.get(name) ?? []).flatMap((user) =>
      placeOf(user) === SHARED ? placesOf(user, seen) : [placeOf(user)],
    )
  }
  const shared = product.filter(({ path }) => placeOf(path) === SHARED)
  expect(shared.length).toBeGreaterThan(20)
  expect(shared.filter(({ path }) => new Set(placesOf(path)).size < 2).map(({ path }) => path)).toEqual([])
})

const faults = (path: string, source: string) => faultsOf({ path, source })

/** Each is a violation that the check must report. */
const BAD: [path: string, source: string][] = [
  ['src/contract/x.ts', "import { z } from 'zod'"],
  ['src/contract/x.ts', "import React from 'react'"],
  ['src/contract/x.ts', "import { readFileSync } from 'node:fs'"],
  ['src/contract/x.ts', "export { a } from '../services/api'"],
  ['src/contract/http/x.ts', "export * from '../../services/api'"],
  ['machines/shift/shift.machine.ts', "import { useState } from 'react'"],
  ['machines/shift/shift.machine.ts', "import axios from 'axios'"],
  ['machines/shift/shift.machine.ts', "import { createApi } from '@services/api'"],
  ['machines/shift/shift.machine.ts', "import { createApi } from '../../src/services/api'"],
  ['machines/shift/shift.machine.ts', "const load = () => import('@services/api')"],
  ['machines/shift/shift.machine.ts', "type Api = import('@services/api').Api"],
  ['machines/shift/shift.machine.ts', "import type { Api } from '@services/api'"],
  ['machines/shift/shift.machine.ts', "import { useSelector } from '@xstate/react'"],
  ['machines/shift/shift.view.ts', "import { sql } from '@mocks/scene'"],
  ['src/services/api.ts', "import { sessionMachine } from '@machines/session/session.machine'"],
  ['src/services/api.ts', "import { useEffect } from 'react'"],
  ['design-system/primitives/Button/Button.tsx', "import type { Staff } from '@contract/entities/profile'"],
  ['design-system/primitives/Button/Button.tsx', "import { sceneHandlers } from '@mocks/scene'"],
  ['design-system/primitives/Button/Button.tsx', "import { setup } from 'xstate'"],
  ['src/resources/users.ts', "import { UsersScreen } from '@screens/users/UsersScreen'"],
  ['src/resources/users.ts', "import { createElement } from 'react'"],
  ['src/features/shift/ShiftButton.tsx', "import { shiftMachine } from '@machines/shift/shift.machine'"],
  ['src/features/shift/ShiftButton.tsx', "import { useSelector } from '@xstate/react'"],
  ['src/features/shift/ShiftButton.container.tsx', "import { createApi } from '@services/api'"],
  ['src/features/shift/ShiftButton.tsx', "import { Bell } from '../notifications/Bell'"],
  ['src/features/shift/ShiftButton.tsx', "import { Bell } from '@features/notifications/Bell.container'"],
  ['src/features/shift/ShiftButton.tsx', "import { toasted } from './shift.story-kit'"],
  ['src/features/shared/form/FormFoot.tsx', "import { Bell } from '../../notifications/Bell'"],
  ['design-system/primitives/Button/Button.tsx', "import { Matrix } from './Button.stories'"],
  ['src/app/main.tsx', "const scene = () => import('@mocks/scene')"],
  ['src/screens/list/ListScreen.tsx', "import { sql } from '@mocks/scene'"],
  ['src/screens/list/ListScreen.tsx', "import { ShiftButton } from '@features/shift/ShiftButton'"],
  ['src/screens/list/ListScreen.tsx', "import { router } from '@app/router'"],
  ['src/app/main.tsx', "import { sceneHandlers } from '@mocks/scene'"],
  ['src/app/main.tsx', "import { createServer } from '@server/server'"],
  ['src/app/main.tsx', "import { it } from 'vitest'"],
  ['mocks/scene.ts', "import { shiftMachine } from '@machines/shift/shift.machine'"],
  ['mocks/scene.ts', "import { createServer } from '@server/server'"],
  ['mocks/scene.ts', "import axios from 'axios'"],
  ['server/server.ts', "import { sceneHandlers } from '@mocks/scene'"],
  ['server/server.ts', "import { createApi } from '../src/services/api'"],
  ['server/server.ts', "import React from 'react'"],
]
const GOOD: [path: string, source: string][] = [
  ['src/contract/x.ts', "import * as yup from 'yup'; import { a } from './y'; // import x from 'react'"],
  ['machines/shift/shift.machine.ts', "import { setup } from 'xstate'; import type { ApiPort } from '@ports/api'"],
  ['machines/shell/shell.machine.ts', "import { shiftMachine } from '../shift/shift.machine'"],
  [
    'src/resources/users.ts',
    "import type { Slot } from '@screens/slots'; export const load = () => import('@screens/users/UsersScreen')",
  ],
  [
    'src/features/shift/ShiftButton.container.tsx',
    "import { useSelector } from '@xstate/react'; import { selectShiftView } from '@machines/shift/shift.view'",
  ],
  [
    'src/features/shift/ShiftButton.tsx',
    "import { format } from '../format'; import { Button } from '@design-system/primitives/Button/Button'",
  ],
  ['src/features/shift/ShiftButton.tsx', "import { FormFoot } from '../shared/form/FormFoot'"],
  ['src/screens/users/UsersScreen.tsx', "import { LabelPill } from '@features/shared/label/LabelPill'"],
  ['src/features/shift/ShiftButton.stories.tsx', "import { toasted } from './shift.story-kit'"],
  ['src/screens/users/UsersScreen.tsx', "import { EnableToggle } from '@features/enable/EnableToggle.container'"],
  [
    'server/server.ts',
    "import { createHash } from 'node:crypto'; import { catalogue } from '@contract/http/catalogue'",
  ],
  ['machines/shift/shift.test.ts', "import { it } from 'vitest'; import { sql } from '@mocks/scene'"],
  ['src/features/shift/ShiftButton.stories.tsx', "import { override } from '@mocks/overrides'"],
  ['tests/kit/x.ts', "import { createServer } from '@server/server'; import { sql } from '@mocks/scene'"],
]

describe('the check', () => {
  it.each(BAD)('refuses in %s: %s', (path, source) => expect(faults(path, source)).toHaveLength(1))
  it.each(GOOD)('allows in %s: %s', (path, source) => expect(faults(path, source)).toEqual([]))
  it('finds a cycle of rooms', () => {
    expect(
      ringsOf([
        { path: 'src/resources/a.ts', source: "import { b } from '@screens/b'" },
        { path: 'src/screens/b.tsx', source: "import { a } from '@resources/a'" },
      ]),
    ).toEqual([['src/resources', 'src/screens']])
  })
  it('ignores types and lazy imports when it looks for cycles', () => {
    expect(
      ringsOf([
        {
          path: 'src/resources/a.ts',
          source: "import type { b } from '@screens/b'; export const c = () => import('@screens/b')",
        },
        { path: 'src/screens/b.tsx', source: "import { a } from '@resources/a'" },
      ]),
    ).toEqual([])
  })
  it('refuses a file that cannot be parsed', () =>
    expect(() => importsOf({ path: 'src/x.ts', source: 'import {' })).toThrow('cannot be parsed'))
  it('covers every room of the repository', () => {
    const folders = new Set(
      files
        .filter(({ path }) => !path.endsWith('.d.ts'))
        .map(({ path }) => (path.startsWith('src/') ? path.split('/').slice(0, 2).join('/') : path.split('/')[0]!)),
    )
    expect(
      [...folders].filter((folder) => folder !== 'tests' && !ROOMS.some((room) => room.folder === folder)),
    ).toEqual([])
  })
  it('resolves a specifier', () => {
    expect(resolve('src/app/main.tsx', '../contract/errors')).toEqual({ kind: 'file', path: 'src/contract/errors' })
    expect(resolve('a.ts', '@design-system/tokens/tokens')).toEqual({
      kind: 'file',
      path: 'design-system/tokens/tokens',
    })
    expect(resolve('a.ts', '@fontsource-variable/inter/opsz.css')).toEqual({
      kind: 'package',
      name: '@fontsource-variable/inter',
    })
    expect(resolve('a.ts', 'lucide-react/dist/esm/icons/x')).toEqual({ kind: 'package', name: 'lucide-react' })
    expect(resolve('a.ts', 'fs/promises')).toEqual({ kind: 'package', name: 'node' })
  })
})
