/** Reads the imports of a file and reports those that its room does not allow. */
import { builtinModules } from 'node:module'
import { posix } from 'node:path'
import { parseSync } from 'vite'
import { ALIASES, featureOf, isExempt, ROOMS, roomOf, type Room } from './rooms'

export interface SourceFile {
  /** Relative to the root, with forward slashes. */
  path: string
  source: string
}

/** One import as written, with its kind. */
export interface Import {
  specifier: string
  /** `static` runs immediately, `type` never, `lazy` when it is called. */
  kind: 'static' | 'type' | 'lazy'
}

/** Every import, re-export, `import()` and `import('…')` type of a file. */
export function importsOf({ path, source }: SourceFile): Import[] {
  const { module, program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]!.message}`)
  const found: Import[] = []
  for (const { moduleRequest, entries } of module.staticImports) {
    found.push({
      specifier: moduleRequest.value,
      kind: entries.length > 0 && entries.every(({ isType }) => isType) ? 'type' : 'static',
    })
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType } of entries)
      if (moduleRequest) found.push({ specifier: moduleRequest.value, kind: isType ? 'type' : 'static' })
  }
  for (const { moduleRequest } of module.dynamicImports) {
    const written = source.slice(moduleRequest.start, moduleRequest.end)
    const literal = /^(['"`])([^$]*)\1$/s.exec(written)?.[2]
    if (literal !== undefined) found.push({ specifier: literal, kind: 'lazy' })
  }
  // The module record contains neither `import type X from` nor `type T = import('…')`; the tree has both.
  visit(program, (node) => {
    if (node.type === 'ImportDeclaration' && node.importKind === 'type')
      mark(found, (node.source as { value: string }).value)
    if (node.type === 'TSImportType') found.push({ specifier: (node.source as { value: string }).value, kind: 'type' })
  })
  return found
}

/** `import type { … } from 'x'` is a type import even where the module record says otherwise. */
function mark(found: Import[], specifier: string): void {
  const index = found.findIndex((entry) => entry.specifier === specifier && entry.kind !== 'lazy')
  if (index >= 0) found[index] = { specifier, kind: 'type' }
  else found.push({ specifier, kind: 'type' })
}

type Node = { type: string } & Record<string, unknown>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, see)
  } else if (isNode(value)) {
    see(value)
    for (const key of Object.keys(value)) visit(value[key], see)
  }
}

export type Target = { kind: 'file'; path: string } | { kind: 'package'; name: string }

/** What a specifier refers to: a path from the root, or a package by name. */
export function resolve(from: string, specifier: string): Target {
  const plain = specifier.replace(/\?.*$/, '')
  if (plain.startsWith('.')) return { kind: 'file', path: posix.normalize(posix.join(posix.dirname(from), plain)) }
  if (plain.startsWith('/')) return { kind: 'file', path: plain.slice(1) }
  const [first = '', ...rest] = plain.split('/')
  const room = ALIASES[first]
  if (room) return { kind: 'file', path: posix.join(room, ...rest) }
  if (plain.startsWith('node:') || builtinModules.includes(first)) return { kind: 'package', name: 'node' }
  return { kind: 'package', name: first.startsWith('@') ? `${first}/${rest[0] ?? ''}` : first }
}

const WITH_EXTENSION = /\.[cm]?[jt]sx?$/

/** Whether a file of `room` may import that file. */
function mayImportFile(room: Room, from: string, kind: Import['kind'], path: string): boolean {
  const other = roomOf(WITH_EXTENSION.test(path) ? path : `${path}.ts`)
  const folder = other?.folder
  if (folder === room.folder) return true
  if (folder === undefined) return false
  if (room.rooms.includes(folder)) return true
  if (kind !== 'static' && room.typesAndLazy?.includes(folder)) return true
  return (room.more ?? []).some(({ files, rooms, only }) => {
    const candidates = WITH_EXTENSION.test(path) ? [path] : [`${path}.ts`, `${path}.tsx`]
    return (
      files.test(from) &&
      rooms?.includes(folder) === true &&
      (!only || candidates.some((candidate) => only.test(candidate)))
    )
  })
}

/** @param allowed names of packages; one that ends with a slash stands for all packages of a scope */
const isAmong = (allowed: readonly string[], name: string): boolean =>
  allowed.some((each) => each === name || (each.endsWith('/') && name.startsWith(each)))

const mayImportPackage = (room: Room, from: string, name: string): boolean =>
  isAmong(room.packages, name) ||
  (room.more ?? []).some(({ files, packages = [] }) => files.test(from) && isAmong(packages, name))

/** Violations in the imports of one file, as sentences. */
export function faultsOf(file: SourceFile): string[] {
  const room = roomOf(file.path)
  if (!room || isExempt(file.path)) return []
  const faults: string[] = []
  for (const { specifier, kind } of importsOf(file)) {
    const target = resolve(file.path, specifier)
    const allowed =
      target.kind === 'file'
        ? mayImportFile(room, file.path, kind, target.path)
        : mayImportPackage(room, file.path, target.name)
    if (!allowed) faults.push(`${file.path}: ${room.folder} must not import '${specifier}'`)
    else if (target.kind === 'file' && isExempt(target.path))
      faults.push(`${file.path}: stories, tests and their kits are for tests ('${specifier}')`)
    else if (target.kind === 'file' && room.folder === 'src/features') {
      const [own, other] = [featureOf(file.path), featureOf(target.path)]
      if (other !== undefined && own !== other)
        faults.push(`${file.path}: a feature must not reach into another ('${specifier}')`)
    }
  }
  return faults
}

/** Cycles of rooms that import each other at run time; each as the list of its rooms. */
export function ringsOf(files: readonly SourceFile[]): string[][] {
  const edges = new Map<string, Set<string>>(ROOMS.map(({ folder }) => [folder, new Set()]))
  for (const file of files) {
    const room = roomOf(file.path)
    if (!room || isExempt(file.path)) continue
    for (const { specifier, kind } of importsOf(file)) {
      const target = resolve(file.path, specifier)
      const other = kind === 'static' && target.kind === 'file' ? roomOf(`${target.path}.ts`) : undefined
      if (other && other !== room) edges.get(room.folder)!.add(other.folder)
    }
  }
  const rings: string[][] = []
  const walk = (folder: string, trail: string[]) => {
    const at = trail.indexOf(folder)
    if (at >= 0) {
      const ring = trail.slice(at)
      if (!rings.some((known) => known.length === ring.length && known.every((name) => ring.includes(name))))
        rings.push(ring)
      return
    }
    for (const next of edges.get(folder) ?? []) walk(next, [...trail, folder])
  }
  for (const { folder } of ROOMS) walk(folder, [])
  return rings
}
