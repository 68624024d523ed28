/** Access to docs/measurements.md: each command that measures something writes its own marked block there. */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'

const FILE = fileURLToPath(new URL('../../docs/measurements.md', import.meta.url))

/** @returns a description of the measured machine */
export const machine = (): string =>
  `${cpus().length} × ${cpus()[0]!.model.trim()}, ${process.platform}, Node ${process.version}`

/** Start and end of a block. @throws if the document has no such block, so that figures are never lost unnoticed */
function placeOf(text: string, name: string, command: string): [from: number, to: number] {
  const [begin, end] = [`<!-- ${name}: written by ${command} -->`, `<!-- /${name} -->`]
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`docs/measurements.md has no block ${begin} … ${end}`)
  return [from + begin.length, to]
}

/** @returns the text of a block */
export function readBlock(name: string, command: string): string {
  const text = readFileSync(FILE, 'utf8')
  const [from, to] = placeOf(text, name, command)
  return text.slice(from, to).trim()
}

/** Replaces the text of a block. */
export function writeBlock(name: string, command: string, block: string): void {
  const text = readFileSync(FILE, 'utf8')
  const [from, to] = placeOf(text, name, command)
  writeFileSync(FILE, `${text.slice(0, from)}\n${block}\n${text.slice(to)}`)
}
