/** The signed-in person's profile and permissions, read from the API (ports.ts, IdentityPort; spec 3, 7). */
import { profileOperations } from '@contract/http/profile'
import { ok } from '@contract/errors'
import type { ApiPort, IdentityPort } from '@ports/api'

/** @returns the calls about the signed-in person; every start of the console makes the two that read */
export function createIdentity(api: ApiPort): IdentityPort {
  return {
    async readProfile(signal) {
      const answer = await api.call(profileOperations.profile, {}, { signal })
      return answer.ok ? ok(answer.value.data) : answer
    },
    async savePreferences(preferences) {
      const answer = await api.call(profileOperations.preferences, { body: { preferences } })
      return answer.ok ? ok(answer.value.data.preferences) : answer
    },
    async readAccess(signal) {
      const answer = await api.call(profileOperations.access, {}, { signal })
      return answer.ok ? ok(answer.value.data) : answer
    },
  }
}
