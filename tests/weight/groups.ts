/** The groups of components that are measured, each with its folders of the design system. */

export interface Group {
  name: string
  /** Folders below design-system, without the prefix `patterns/` or the like. */
  folders: readonly string[]
}

const FIELDS = [
  'TextInput',
  'NumberInput',
  'PasswordInput',
  'FilterInput',
  'Textarea',
  'SelectField',
  'ReadOnlyBox',
  'Field',
]
const DIALOGS = ['Modal', 'ConfirmModal']
/** Opened over the page with a key; each contains its own dialog. */
const BY_A_KEY = ['CommandPalette', 'KeySheet', 'MessageLog']
const AT_A_CONTROL = ['Menu', 'Popover', 'Drawer']
const CHOOSERS = ['Combobox', 'DateRange']

/**
 * Every folder of the design system belongs to one group: folders that no other group names are among the parts.
 * @param folders as `room/Name`: 'primitives/Button', 'components/Menu', 'patterns/Table'
 */
export function groupsOf(folders: readonly string[]): Group[] {
  const left = new Set(folders)
  const take = (name: string, fits: (room: string, folder: string) => boolean): Group => {
    const own = [...left].filter((path) => {
      const [room = '', folder = ''] = path.split('/')
      return fits(room, folder)
    })
    for (const path of own) left.delete(path)
    return { name, folders: own }
  }
  return [
    take('Primitives', (room) => room === 'primitives'),
    take('Fields', (_, folder) => FIELDS.includes(folder)),
    take('Dialogs', (_, folder) => DIALOGS.includes(folder)),
    take('Palette, sheet of keys, message log', (_, folder) => BY_A_KEY.includes(folder)),
    take('Menu, popover, drawer', (_, folder) => AT_A_CONTROL.includes(folder)),
    take('Combobox, date range', (_, folder) => CHOOSERS.includes(folder)),
    take('Toasts', (_, folder) => folder === 'Toasts'),
    take('Charts', (_, folder) => /Chart/.test(folder)),
    take('Table', (_, folder) => folder === 'Table'),
    take('Other parts', () => true),
  ].filter((group) => group.folders.length > 0)
}
