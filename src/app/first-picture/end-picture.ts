import type { Console } from '@console/console'
import { onModuleFailure } from '@design-system/components/Lazy/lazy-module'
import { selectSessionView } from '@machines/session/session.view'

declare global {
  interface Window {
    /** The picture of the list, as long as it is shown (list-picture.ts). */
    pitbossPicture?: HTMLElement
  }
}

/** Takes the picture of the list away, where there is one: the console itself is to be seen now. */
export function endPicture(): void {
  window.pitbossPicture?.remove()
  delete window.pitbossPicture
}

/**
 * Has the picture go where the page that it stands for does not come: something else than the console is shown, such as the login,
 * or a part could not be loaded. When a page is there, its adapter ends the picture (browser-adapters.ts, createSettled).
 */
export function endPictureWithoutPage({ actors }: Pick<Console, 'actors'>): void {
  onModuleFailure(endPicture)
  actors.session.subscribe((snapshot) => {
    const { surface } = selectSessionView(snapshot)
    if (surface === 'login' || surface === 'unreachable') endPicture()
  })
}
