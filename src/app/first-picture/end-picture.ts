import type { Console } from '@console/console'
import { onModuleFailure } from '@design-system/components/Lazy/lazy-module'
import { selectSessionView } from '@machines/session/session.view'

declare global {
  interface Window {
    /** The picture of the list, while it is in the page (list-picture.ts). */
    pitbossPicture?: HTMLElement
  }
}

/** Removes the picture of the list, if there is one, so that the console is visible. */
export function endPicture(): void {
  window.pitbossPicture?.remove()
  delete window.pitbossPicture
}

/**
 * Removes the picture if its page will not be displayed: the login or an error is shown instead, or a module could not
 * be loaded. Once a page is displayed, its adapter removes the picture (browser-adapters.ts, createSettled).
 */
export function endPictureWithoutPage({ actors }: Pick<Console, 'actors'>): void {
  onModuleFailure(endPicture)
  actors.session.subscribe((snapshot) => {
    const { surface } = selectSessionView(snapshot)
    if (surface === 'login' || surface === 'unreachable') endPicture()
  })
}
