/** Parses the instructions of docs/extending.md, so that a program follows the same text that people read. */

/** A file to write, or lines to insert. */
export type Instruction =
  | { kind: 'new'; path: string; lines: readonly string[] }
  | { kind: 'insert'; path: string; lines: readonly string[]; after: string }
  | { kind: 'insertAfterEntry'; path: string; lines: readonly string[]; entry: string }

/** A screen that the page adds: its title and its instructions. */
export interface Chapter {
  title: string
  instructions: readonly Instruction[]
}

const NEW = /^New file `([^`]+)`:$/
const AFTER = /^In `([^`]+)`, after `([^`]+)`:$/
const AFTER_ENTRY = /^In `([^`]+)`, after the entry of `([^`]+)`:$/

function instructionOf(line: string, lines: readonly string[]): Instruction | null {
  const fresh = NEW.exec(line)
  if (fresh) return { kind: 'new', path: fresh[1]!, lines }
  const entry = AFTER_ENTRY.exec(line)
  if (entry) return { kind: 'insertAfterEntry', path: entry[1]!, entry: entry[2]!, lines }
  const after = AFTER.exec(line)
  return after ? { kind: 'insert', path: after[1]!, after: after[2]!, lines } : null
}

/** @returns the chapters with instructions, in order. @throws where nothing says where some code goes */
export function chaptersOf(markdown: string): Chapter[] {
  const chapters: { title: string; instructions: Instruction[] }[] = []
  const lines = markdown.split('\n')
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at]!
    if (line.startsWith('## ')) chapters.push({ title: line.slice(3), instructions: [] })
    // An instruction is followed by an empty line and a fence.
    if (!/^```\w/.test(lines[at + 2] ?? '')) continue
    const end = lines.indexOf('```', at + 3)
    const instruction = instructionOf(line, lines.slice(at + 3, end))
    if (!instruction && /^```tsx?$/.test(lines[at + 2]!)) throw new Error(`Nothing says where this goes: '${line}'`)
    if (instruction) chapters.at(-1)!.instructions.push(instruction)
  }
  return chapters.filter(({ instructions }) => instructions.length > 0)
}

/** @returns the text with the lines inserted. @throws where the anchor line is missing or occurs more than once */
function inserted(text: string, { path, ...how }: Exclude<Instruction, { kind: 'new' }>): string {
  const lines = text.split('\n')
  const wanted = how.kind === 'insert' ? how.after : `slug: '${how.entry}',`
  const found = lines.flatMap((line, at) => (line.trim() === wanted ? [at] : []))
  if (found.length !== 1) throw new Error(`${path} has the line '${wanted}' ${found.length} times, not once`)
  const at = how.kind === 'insert' ? found[0]! : lines.indexOf('  },', found[0])
  return lines.toSpliced(at + 1, 0, ...how.lines).join('\n')
}

/** Follows one instruction. @param read and @param write files of the copy */
export function follow(
  instruction: Instruction,
  {
    read,
    write,
    exists,
  }: { read: (path: string) => string; write: (path: string, text: string) => void; exists: (path: string) => boolean },
): void {
  const { path } = instruction
  if (instruction.kind !== 'new') return write(path, inserted(read(path), instruction))
  if (exists(path)) throw new Error(`${path} is there already: choose another example`)
  write(path, `${instruction.lines.join('\n')}\n`)
}

/** Lines that people write: what makes a screen, and what shows that it works. */
export interface Cost {
  facts: number
  proof: number
}
/** The most that the smallest screen of each kind may cost, in the order of the chapters: one that is only read, one with forms, a queue. */
export const MOST: Readonly<Record<'read' | 'write' | 'queue', Cost>> = {
  read: { facts: 70, proof: 35 },
  write: { facts: 120, proof: 50 },
  queue: { facts: 250, proof: 120 },
}

/** The rows and stories that show that a screen works; everything else is what makes it. */
const isProof = ({ path }: Instruction) => path.startsWith('src/demo/') || path.endsWith('.stories.tsx')

/** @returns the lines that people write for a screen */
export function costOf({ instructions }: Chapter): Cost {
  const lines = (of: readonly Instruction[]) => of.reduce((sum, { lines: own }) => sum + own.length, 0)
  return {
    facts: lines(instructions.filter((each) => !isProof(each))),
    proof: lines(instructions.filter(isProof)),
  }
}
