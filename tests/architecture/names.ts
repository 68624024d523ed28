/** Rules for file names, and the rule that no file only re-exports others (architecture, Names). */
import type { SourceFile } from './imports'

const ROLES =
  'test|stories|container|styles|machine|implementations|view|test-kit|d|worker|bench|flow|config|paths|table|walk|story-kit|journey|console|pictures|workshop'
const KEBAB_FILE = new RegExp(String.raw`^[a-z0-9]+(?:-[a-z0-9]+)*(?:\.(?:${ROLES}))*\.tsx?$`)
/** A component, and the files next to it that carry its name. */
const COMPONENT_FILE =
  /^[A-Z][A-Za-z0-9]*(?:\.(?:test|stories|flow|container))*\.tsx$|^[A-Z][A-Za-z0-9]*\.(?:styles|styles\.test|test)\.ts$/
const KEBAB_FOLDER = /^[a-z0-9]+(?:-[a-z0-9]+)*$/
const COMPONENT_FOLDER = /^[A-Z][A-Za-z0-9]*$/
/** Folders of components. */
const OF_COMPONENTS = /^(?:design-system|src\/(?:features|screens|app))\//

/** Violations in the name of one file; empty if there are none. */
export function nameFaultsOf({ path, source }: SourceFile): string[] {
  const faults: string[] = []
  const folders = path.split('/')
  const name = folders.pop()!
  const hasComponents = OF_COMPONENTS.test(path)
  if (!KEBAB_FILE.test(name) && !(hasComponents && COMPONENT_FILE.test(name)))
    faults.push(`${path}: files are kebab-case with a role, components PascalCase`)
  for (const folder of folders) {
    if (!KEBAB_FOLDER.test(folder) && !(hasComponents && COMPONENT_FOLDER.test(folder)))
      faults.push(`${path}: the folder '${folder}' is neither kebab-case nor a component's`)
  }
  if (/^index\.tsx?$/.test(name)) faults.push(`${path}: no barrel files, a module has a name`)
  if (/^\s*export\s*\*\s*from/m.test(source)) faults.push(`${path}: no barrel files, import from where it is made`)
  if (path.startsWith('src/resources/') && name.endsWith('.tsx'))
    faults.push(`${path}: a resource is plain data, no JSX`)
  return faults
}

/** Folders in machines without a machine: machines/shift must contain shift.machine.ts. `kit` is what machines share. */
export function machineFaultsOf(paths: readonly string[]): string[] {
  const folders = new Set(paths.flatMap((path) => /^machines\/([^/]+)\//.exec(path)?.[1] ?? []))
  return [...folders]
    .filter((folder) => folder !== 'kit' && !paths.includes(`machines/${folder}/${folder}.machine.ts`))
    .map((folder) => `machines/${folder}: has no ${folder}.machine.ts`)
}
