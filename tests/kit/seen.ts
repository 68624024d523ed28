/** What a person sees, as stories ask for it. */
import { expect, waitFor } from '@storybook/test'

/**
 * Waits for an element, and until it is seen: what has just come may be hidden for a frame, behind a fade or while React shows it.
 * @param coming the element, as `findBy…` gives it
 * @throws where it does not come, or is not seen within a second
 */
export async function seen(coming: Promise<HTMLElement>): Promise<void> {
  const element = await coming
  await waitFor(() => expect(element).toBeVisible())
}
