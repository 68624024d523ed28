/** The implementations of the profile machine over the ports. */
import type { Profile } from '@contract/entities/profile'
import type { Result } from '@contract/errors'
import type { IdentityPort } from '@ports/api'
import type { ToastsPort } from '@ports/toasts'
import { answered } from '../kit/answered'
import { profileMachine } from './profile.machine'

export interface ProfileDependencies {
  identity: Pick<IdentityPort, 'readProfile'>
  toasts: ToastsPort
}

/** @returns the profile machine with everything provided, ready to start */
export const createProfileImplementations = ({ identity, toasts }: ProfileDependencies) =>
  profileMachine.provide({
    actors: { fetchProfile: answered<Result<Profile>>(({ signal }) => identity.readProfile(signal)) },
    actions: { notifyFailed: (_, { message }) => toasts.show('error', message) },
  })
