/** Waiting for visible elements in stories. */
import { expect, screen, waitFor, within } from '@storybook/test'

/**
 * Waits for an element, and until it is visible: a new element may be hidden for a frame, during a fade or while React
 * shows it.
 * @param coming the promise of the element, from `findBy…`
 * @throws if it does not appear, or is not visible in time
 */
export async function seen(coming: Promise<HTMLElement>): Promise<void> {
  const element = await coming
  await waitFor(() => expect(element).toBeVisible())
}

/** Modals, popovers and questions. */
const DIALOGS = '[role="dialog"], [role="alertdialog"], dialog[open]'

/**
 * Waits for an open dialog. Searching the whole page by role would compute the accessibility of every table cell many
 * times, and so delay the dialog; this searches only the dialogs.
 * @param name its accessible name
 */
export async function openedDialog(name: string | RegExp): Promise<HTMLElement> {
  return waitFor(() => {
    const open = [...document.querySelectorAll<HTMLElement>(DIALOGS)].find((dialog) => isNamed(dialog, name))
    if (!open) throw new Error(`No dialog is called ${String(name)}`)
    void expect(open).toBeVisible()
    return open
  })
}

function isNamed(element: HTMLElement, name: string | RegExp): boolean {
  try {
    void expect(element).toHaveAccessibleName(typeof name === 'string' ? name : (expect.stringMatching(name) as string))
    return true
  } catch {
    return false
  }
}

/**
 * Waits for the first visible row of a table that contains a text and whose rich cells are rendered, without computing
 * the roles of all cells.
 */
export async function rowWith(text: string): Promise<HTMLElement> {
  return waitFor(() => {
    const rows = [...document.querySelectorAll<HTMLElement>('[role="row"]')]
    const row = rows.find((each) => each.textContent.includes(text))
    if (!row) {
      const there = rows.slice(0, 4).map((each) => each.textContent)
      const said = [...document.querySelectorAll('[role="alert"], [role="status"], output')].map(
        (each) => each.textContent,
      )
      throw new Error(
        `No row holds ${text}. There are ${rows.length}: ${there.join(' | ')}. The page says: ${said.join(' | ')}`,
      )
    }
    void expect(row).toBeVisible()
    // A table that has just opened shows plain texts first.
    void expect(row).not.toHaveAttribute('data-passing')
    return row
  })
}

/**
 * Waits until the tables have rendered the rich cells of their rows: a table that has just opened shows plain texts
 * first.
 */
export const richCellsDrawn = async (): Promise<void> =>
  waitFor(() => expect(document.querySelector('[data-passing]')).toBeNull())

/** Chooses an action of a row: its button, or its entry in the menu of further actions. @param action the beginning of its label */
export async function chooseAction(
  userEvent: { click: (element: Element) => Promise<void> },
  row: HTMLElement,
  action: string,
): Promise<void> {
  const own = within(row).queryByRole('button', { name: new RegExp(`^${action}`) })
  if (own) return userEvent.click(own)
  await userEvent.click(within(row).getByRole('button', { name: /^More for/ }))
  return userEvent.click(await screen.findByRole('menuitem', { name: new RegExp(`^${action}`) }, { timeout: 8000 }))
}

/**
 * Waits until a button is no longer held back, for example while the effect of an action is worked out, and presses it.
 * @param name its accessible name then
 */
export async function pressReady(
  { click }: { click: (element: Element) => Promise<void> },
  { getByRole }: Pick<ReturnType<typeof within>, 'getByRole'>,
  name: string | RegExp,
): Promise<void> {
  await waitFor(() => expect(getByRole('button', { name })).not.toHaveAttribute('aria-disabled', 'true'))
  await click(getByRole('button', { name }))
}
