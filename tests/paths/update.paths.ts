import { failed, ok, type Result } from '@contract/errors'
import { updateMachine } from '@machines/update/update.machine'
import { describePaths } from './kit/describe'
import { UNREACHABLE } from './kit/samples'

export const paths = describePaths({
  machine: updateMachine,
  starts: { 'signed in': undefined },
  events: {
    'build.doubted': { type: 'build.doubted' },
    'part.failed': { type: 'part.failed' },
    'update.reload': { type: 'update.reload' },
    'update.postpone': { type: 'update.postpone' },
  },
  answers: {
    readBuild: {
      'another build': ok(true),
      'the same build': ok(false),
      'the server is not reached': failed(UNREACHABLE),
    } satisfies Record<string, Result<boolean>>,
    writeDrafts: { 'the drafts are written': undefined },
  },
  situation: () => null,
})
