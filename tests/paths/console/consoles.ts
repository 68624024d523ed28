/** Finds what is said of each machine at the console's depth, and says of the others why nothing is. */
import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ConsoleDescription } from './describe-console'

/** Machines whose paths no browser walks in the console yet, each with the reason. */
export const NOT_DRIVEN: Readonly<Record<string, string>> = {
  update: 'A reload ends the page that a path runs in; the journey offline.journey.ts goes through one.',
  activity:
    'Its events come from the actions that it owns: the paths of row-action and bulk-action go through it, and the stories of Flows/Activity show its states.',
  refetch:
    'What it does is seen on the rows of a list alone: the paths of the list go through it, and the stories of Flows/Live rows show its states.',
  'paged-list':
    'The stories of Screens/Paged list run the whole screen in each of its states; its calls are held there by the mocks.',
  order:
    'Its save is the row action’s, whose paths a browser walks, and the list changes by what colleagues do: the stories of Screens/List/Order run the whole screen in each of its states.',
  'private-file':
    'What follows from a right or a file that is taken away is answered by the mocks: the stories of Screens/Record/Private files show every state on the page of a record.',
  claim:
    'Its events are the time that passes and what colleagues do: the stories of Screens/Record/Claim walk every state on the page of a record.',
  'live-session': 'It begins and ends with the session: the paths of session, socket and unread go through it.',
  'notification-sync': 'What it does is not seen by itself: the paths of the notifications go through it.',
}

const fileOf = (machine: string) => fileURLToPath(new URL(`./${machine}.console.ts`, import.meta.url))

/** Whether a browser walks the paths of a machine. */
export const isDriven = (machine: string): boolean => existsSync(fileOf(machine))

/** @returns what `tests/paths/console/<machine>.console.ts` says; ask `isDriven` first */
export const consoleOf = async (machine: string): Promise<ConsoleDescription> =>
  ((await import(pathToFileURL(fileOf(machine)).href)) as { description: ConsoleDescription }).description

/** @returns why no browser walks the paths of a machine. @throws where nobody has said it */
export function whyNotDriven(machine: string): string {
  const reason = NOT_DRIVEN[machine]
  if (!reason)
    throw new Error(
      `The machine ${machine} has no tests/paths/console/${machine}.console.ts, and NOT_DRIVEN does not say why`,
    )
  return reason
}
