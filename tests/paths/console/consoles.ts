/** Finds the console description of each machine, and contains the reasons for machines without one. */
import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ConsoleDescription } from './describe-console'

/** Machines whose paths are not replayed in the console, with the reason. */
export const NOT_DRIVEN: Readonly<Record<string, string>> = {
  update: 'A reload ends the page in which a path runs; the journey offline.journey.ts covers it.',
  activity:
    'Its events come from its actions: the paths of row-action and bulk-action cover it, and the stories of Flows/Activity show its states.',
  refetch:
    'Its effects are visible only in the rows of a list: the paths of the list cover it, and the stories of Flows/Live rows show its states.',
  'pdf-pages':
    'No document of the seed is encrypted or damaged, and none takes long to draw: the stories of Screens/Record/Private files show every state on the page of a record.',
  'private-file':
    'The mocks produce the effects of a withdrawn permission or a removed file: the stories of Screens/Record/Private files show every state on the page of a record.',
  'live-session': 'It begins and ends with the session: the paths of session, socket and unread cover it.',
  reveal:
    'A secret is shown for a minute, and only while the page is visible: the stories of Features/Reveal replace the clock and hide the page, and show every state.',
  'step-up': 'It belongs to the actions that need it: the paths of decision and two-factor prove who one is.',
  write: 'The forms, actions, imports and uploads that it belongs to show its phases: their paths cover it.',
  'notification-sync': 'Its effects are not visible on their own: the paths of the notifications cover it.',
}

const fileOf = (machine: string) => fileURLToPath(new URL(`./${machine}.console.ts`, import.meta.url))

/** Whether a browser replays the paths of a machine. */
export const isDriven = (machine: string): boolean => existsSync(fileOf(machine))

/** @returns the content of `tests/paths/console/<machine>.console.ts`; check `isDriven` first */
export const consoleOf = async (machine: string): Promise<ConsoleDescription> =>
  ((await import(pathToFileURL(fileOf(machine)).href)) as { description: ConsoleDescription }).description

/** @returns why no browser replays the paths of a machine @throws if there is no reason */
export function whyNotDriven(machine: string): string {
  const reason = NOT_DRIVEN[machine]
  if (!reason)
    throw new Error(
      `The machine ${machine} has no tests/paths/console/${machine}.console.ts, and NOT_DRIVEN does not say why`,
    )
  return reason
}
