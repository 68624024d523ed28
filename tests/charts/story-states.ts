/** Reads from the sources of the stories which state of which machine each one shows. It runs no story: all of them take a second. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** One story and one of its states. */
export interface StoryState {
  /** Path from the root. */
  file: string
  /** Title in Storybook: `Flows/Login`. */
  title: string
  exportName: string
  /** Folder of the machine: `row-action`. */
  machine: string
  state: string
}

/** A node of the parsed source, with the fields that are used here. */
type Node = { type: string; start: number } & Record<string, unknown>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** An object in the source, without `… satisfies Story` or `… as Story`. */
function objectOf(value: unknown): Node | null {
  if (!isNode(value)) return null
  return value.type === 'ObjectExpression' ? value : objectOf(value.expression)
}

/** The value of a property that is written in the object itself. */
const propertyOf = (object: Node | null, name: string): unknown =>
  ((object?.properties ?? []) as Node[]).find(
    ({ type, key }) => type === 'Property' && (key as { name?: string }).name === name,
  )?.value

const literalOf = (value: unknown): string | null =>
  isNode(value) && value.type === 'Literal' && typeof value.value === 'string' ? value.value : null

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, see)
  else if (isNode(value)) {
    see(value)
    for (const key of Object.keys(value)) visit(value[key], see)
  }
}

/** Local names of imported machines: `lookupMachine` → `lookup`. */
function machinesIn(body: readonly Node[]): Map<string, string> {
  return new Map(
    body
      .filter(({ type }) => type === 'ImportDeclaration')
      .flatMap(({ source, specifiers }) => {
        const folder = /machines\/(?:.*\/)?([\w-]+)\.machine$/.exec((source as { value: string }).value)?.[1]
        return folder
          ? (specifiers as { local: { name: string } }[]).map(({ local }) => [local.name, folder] as const)
          : []
      }),
  )
}

/**
 * @param path from the root
 * @returns a state for each `inState` of each story
 * @throws where `inState` or `statechart` is outside the story's own parameters or in another form, because it would not be found
 */
export function storyStatesOf(path: string, source: string): StoryState[] {
  if (!/\bstatechart\b|\binState\b/.test(source)) return []
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]!.message}`)
  const body = program.body as unknown as Node[]
  const machines = machinesIn(body)
  const declarations = body.flatMap(
    (node) =>
      ((node.type === 'ExportNamedDeclaration' ? (node.declaration as Node | null) : node)?.declarations ?? []) as {
        id: { name: string }
        init: unknown
      }[],
  )
  const title =
    literalOf(propertyOf(objectOf(declarations.find(({ id }) => id.name === 'meta')?.init), 'title')) ?? path
  const read = new Set<number>()
  const found = declarations.flatMap(({ id, init }): StoryState[] => {
    const written = propertyOf(objectOf(propertyOf(objectOf(init), 'parameters')), 'statechart')
    const calls = isNode(written) && written.type === 'ArrayExpression' ? (written.elements as unknown[]) : [written]
    return calls.filter(isNode).flatMap((call): StoryState[] => {
      const [machine, state] = (call.arguments ?? []) as Node[]
      const folder = machines.get((machine as { name?: string } | undefined)?.name ?? '')
      const name = literalOf(state)
      if (
        call.type !== 'CallExpression' ||
        (call.callee as { name?: string }).name !== 'inState' ||
        !folder ||
        name === null
      )
        return []
      read.add(call.start)
      return [{ file: path, title, exportName: id.name, machine: folder, state: name }]
    })
  })
  visit(program, (node) => {
    const isCall = node.type === 'CallExpression' && (node.callee as { name?: string }).name === 'inState'
    if (isCall && !read.has(node.start))
      throw new Error(
        `${path}: inState belongs into the story's own parameters: { statechart: inState(lookupMachine, 'found') }`,
      )
    const value =
      node.type === 'Property' && (node.key as { name?: string }).name === 'statechart' ? (node.value as Node) : null
    if (
      value &&
      !(value.type === 'ArrayExpression' ? (value.elements as Node[]) : [value]).every(({ start }) => read.has(start))
    ) {
      throw new Error(
        `${path}: statechart is inState(machine, 'state'), or a list of them, in the story's own parameters`,
      )
    }
  })
  return found
}

/** @returns the states of all stories of the repository */
export const readStoryStates = (): StoryState[] =>
  ['src', 'design-system'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.stories.tsx'))
      .sort()
      .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
      .flatMap((path) => storyStatesOf(path, readFileSync(join(ROOT, path), 'utf8'))),
  )
