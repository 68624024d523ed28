/**
 * The actors that live as long as the tab, and the relays between them: a session that begins, is renewed or ends is told
 * to access and profile. Calls that do not need each other start together: with a stored token that still holds, access and
 * profile are asked for while the session itself is.
 */
import { createActor } from 'xstate'
import type { Profile } from '@contract/entities/profile'
import type { ConsoleActors } from '@console/console'
import type { Logic } from './create-logic'

export interface StartOptions {
  /** A token that was found on this device. */
  hadToken: boolean
  /** The found token has not run out: calls may carry it before the session was asked for. */
  tokenHolds: boolean
  /** A sign-out of an earlier start did not reach the server. */
  signOutPending: boolean
  /** The address that the page was opened at; null where it prompts no sign-in. */
  link: string | null
  /** The profile was fetched, or fetched again. */
  onProfile?: (profile: Profile) => void
  onBegan?: () => void
  onRenewed?: (token: string) => void
  /** Told when nobody is signed in any more. */
  onEnded?: () => void
}

/** @returns the actors, and how to start them once everything that they reach is there */
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
    // Requested already at the start, with the stored token.
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
