/** The profile machine over the ports. */
import type { Profile } from '@contract/entities/staff'
import type { Result } from '@contract/errors'
import type { IdentityPort } from '@contract/ports'
import { answered } from '../kit/answered'
import { profileMachine } from './profile.machine'

/** @returns the machine with everything provided, ready to start */
export const createProfileImplementations = ({ identity }: { identity: Pick<IdentityPort, 'readProfile'> }) =>
  profileMachine.provide({
    actors: { fetchProfile: answered<Result<Profile>>(({ signal }) => identity.readProfile(signal)) },
  })
