/**
 * The actors that live as long as the tab, and the relays between them: access and profile are informed when a session
 * begins, is renewed or ends. Independent calls start together: with a stored, unexpired token, access and profile are
 * requested at the same time as the session.
 */
import { createActor } from 'xstate'
import type { Profile } from '@contract/entities/profile'
import type { ConsoleActors } from '@console/console'
import type { Logic } from './create-logic'

export interface StartOptions {
  /** A token was found on this device. */
  hadToken: boolean
  /** The found token has not expired: calls may carry it before the session has been read. */
  tokenHolds: boolean
  /** A sign-out before a reload did not reach the server. */
  signOutPending: boolean
  /** The address at which the page was opened; null if it prompts no sign-in. */
  link: string | null
  /** Called when the profile was fetched, also repeatedly. */
  onProfile?: (profile: Profile) => void
  onBegan?: () => void
  onRenewed?: (token: string) => void
  /** Called when nobody is signed in any more. */
  onEnded?: () => void
}

/** @returns the actors, and a function that starts them once everything they depend on exists */
export function createActors(
  logic: Logic,
  { hadToken, tokenHolds, signOutPending, link, onProfile, onBegan, onRenewed, onEnded }: StartOptions,
): { actors: ConsoleActors; start: () => void } {
  const session = createActor(logic.session, { input: { hadToken, signOutPending, link } })
  const access = createActor(logic.access)
  const profile = createActor(logic.profile)

  let lastProfile: Profile | null = null
  profile.subscribe(({ context }) => {
    if (context.profile === lastProfile) return
    lastProfile = context.profile
    if (lastProfile) onProfile?.(lastProfile)
  })
  session.on('session.began', () => {
    // Requested at the start already, with the stored token.
    for (const actor of [access, profile])
      if (!actor.getSnapshot().matches('loading') && !actor.getSnapshot().matches('ready'))
        actor.send({ type: 'token.changed' })
    onBegan?.()
  })
  session.on('session.renewed', ({ session: renewed }) => {
    access.send({ type: 'token.changed' })
    onRenewed?.(renewed.accessToken)
  })
  session.on('session.ended', () => {
    access.send({ type: 'session.ended' })
    profile.send({ type: 'session.ended' })
    onEnded?.()
  })

  return {
    actors: { session, access, profile },
    start() {
      access.start()
      profile.start()
      session.start()
      if (!hadToken || !tokenHolds || signOutPending) return
      access.send({ type: 'token.changed' })
      profile.send({ type: 'token.changed' })
    },
  }
}
