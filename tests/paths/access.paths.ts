import { failed, ok, type Result } from '@contract/errors'
import type { Access } from '@contract/permissions'
import { accessMachine } from '@machines/access/access.machine'
import { describePaths } from './kit/describe'
import { UNREACHABLE } from './kit/samples'

const rights: Access = {
  accessible_pages: ['Users'],
  permissions: [{ action: 'read', subject: 'Users', fields: ['*'] }],
}

export const paths = describePaths({
  machine: accessMachine,
  starts: { 'signed out': undefined },
  events: {
    'token.changed': { type: 'token.changed' },
    'route.changed': { type: 'route.changed' },
    'access.changed': { type: 'access.changed' },
    'session.ended': { type: 'session.ended' },
    retry: { type: 'retry' },
  },
  answers: {
    fetchAccess: { 'rights on users': ok(rights), 'the server is not reached': failed(UNREACHABLE) } satisfies Record<
      string,
      Result<Access>
    >,
  },
  // A call in flight has an old token, or was made before the change, so it may be restarted.
  mayRestart: ['token.changed', 'route.changed', 'access.changed'],
  situation: ({ access }) => access.accessible_pages,
})
