/** Finds the machines by their files, and the description of each. New machines are found automatically. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { AnyStateMachine } from 'xstate'
import type { MachineDescription } from './describe'
import type { MachineTable } from './table'

const root = fileURLToPath(new URL('../../..', import.meta.url))

/** Names of all machines: `machines/session/session.machine.ts` → `session`. */
export const machineNames = (): string[] =>
  readdirSync(join(root, 'machines'))
    .filter((name) => existsSync(join(root, 'machines', name, `${name}.machine.ts`)))
    .sort()

/** The id of a machine, from the name of its folder. */
export const camelCase = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** @returns the machine that the file exports: `session` → `sessionMachine` */
export async function machineOf(name: string): Promise<AnyStateMachine> {
  const loaded = (await import(pathToFileURL(join(root, 'machines', name, `${name}.machine.ts`)).href)) as Record<
    string,
    AnyStateMachine
  >
  const machine = loaded[`${camelCase(name)}Machine`]
  if (!machine) throw new Error(`machines/${name}/${name}.machine.ts exports no ${camelCase(name)}Machine`)
  return machine
}

/**
 * @returns the description in `tests/paths/<name>.paths.ts`, with the machine's table if there is one
 * @throws if that file is missing
 */
export async function descriptionOf(name: string): Promise<MachineDescription> {
  const file = join(root, 'tests/paths', `${name}.paths.ts`)
  if (!existsSync(file))
    throw new Error(`The machine ${name} has no tests/paths/${name}.paths.ts: its paths cannot be derived`)
  const { paths } = (await import(pathToFileURL(file).href)) as { paths: MachineDescription }
  const table = await tableOf(name)
  return table ? { ...paths, table } : paths
}

async function tableOf(name: string): Promise<MachineTable | null> {
  const file = join(root, 'tests/paths/tables', `${name}.table.ts`)
  return existsSync(file) ? ((await import(pathToFileURL(file).href)) as { table: MachineTable }).table : null
}
