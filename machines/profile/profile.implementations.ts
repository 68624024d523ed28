/** The profile machine over the ports. */
import type { Profile } from '@contract/entities/staff'
import { profileOperations } from '@contract/http/profile'
import { ok, type Result } from '@contract/errors'
import type { ApiPort } from '@contract/ports'
import { answered } from '../kit/answered'
import { profileMachine } from './profile.machine'

/** @returns the machine with everything provided, ready to start */
export const createProfileImplementations = ({ api }: { api: ApiPort }) =>
  profileMachine.provide({
    actors: {
      fetchProfile: answered<Result<Profile>>(async ({ signal }) => {
        const answer = await api.call(profileOperations.profile, {}, { signal })
        return answer.ok ? ok(answer.value.data) : answer
      }),
    },
  })
