import { failed, ok, type Result } from '@contract/errors'
import type { Profile } from '@contract/entities/profile'
import { profileMachine } from '@machines/profile/profile.machine'
import { describePaths } from './kit/describe'
import { UNREACHABLE } from './kit/samples'

const ada = { id: 'ada', email: 'ada@pitboss.test', username: 'ada', role: 'ADMIN' } as Profile

export const paths = describePaths({
  machine: profileMachine,
  starts: { 'signed out': undefined },
  events: {
    'token.changed': { type: 'token.changed' },
    'profile.changed': { type: 'profile.changed' },
    'session.ended': { type: 'session.ended' },
    retry: { type: 'retry' },
  },
  answers: {
    fetchProfile: { 'the profile of Ada': ok(ada), 'the server is not reached': failed(UNREACHABLE) } satisfies Record<
      string,
      Result<Profile>
    >,
  },
  // The call in flight was made before the change.
  mayRestart: ['profile.changed'],
  situation: ({ profile }) => profile?.id,
})
