/** The table of docs/architecture.md: what each room is for, and what it may import, as rooms.ts allows it. */
import { GROUPS } from './house'
import { ROOMS, type Room } from './rooms'

/** The table is between these lines of the page. */
const START = '<!-- `npm run house` writes this table -->'
const END = '<!-- end of the table -->'

const named = (folders: readonly string[]) => folders.map((folder) => `\`${folder}\``).join(', ')
/** A pattern of files in words; null: it matches every file. */
const filesOf = ({ source }: RegExp) =>
  source === '.' ? null : `\`${source.replaceAll(/[\\^$]/g, '').replace(/^[-.]/, '*$&')}\``

/** What a room may import, as clauses. */
function mayImport({ rooms, more = [], typesAndLazy = [] }: Room): string {
  const clauses = [
    named(rooms),
    ...more
      .filter(({ rooms: others = [] }) => others.length > 0)
      .map(({ files, rooms: others = [], only }) => {
        const which = filesOf(files)
        return `${which ? `in ${which} ` : ''}${only ? 'parts of ' : ''}${named(others)}`
      }),
    typesAndLazy.length > 0 ? `as types or late ${named(typesAndLazy)}` : '',
  ].filter(Boolean)
  return clauses.length > 0 ? clauses.join('; ') : 'no other room'
}

const tableOf = (): string =>
  [
    '| room | what it is for | may import |',
    '| --- | --- | --- |',
    ...GROUPS.flatMap(({ rooms }) =>
      Object.entries(rooms).map(([folder, { purpose }]) => {
        const room = ROOMS.find((each) => each.folder === folder)
        if (!room) throw new Error(`${folder} is no room of rooms.ts`)
        return `| \`${folder}\` | ${purpose} | ${mayImport(room)} |`
      }),
    ),
  ].join('\n')

/** @param page as it is @returns the page with the table as it must be. @throws where the page has no place for it */
export function withTable(page: string): string {
  const [start, end] = [page.indexOf(START), page.indexOf(END)]
  if (start < 0 || end < start) throw new Error(`docs/architecture.md needs the lines ${START} and ${END}`)
  return `${page.slice(0, start)}${START}\n\n${tableOf()}\n\n${page.slice(end)}`
}
