/** Maps a snapshot of a preview to what its panel shows. */
import type { ActorRefFrom, SnapshotFrom } from 'xstate'
import { describeWithFields } from '@contract/errors'
import type { Answer, Asked, previewMachine } from './preview.machine'

export type PreviewView =
  | { state: 'incomplete' }
  /** The first answer is being fetched, or will be when the person pauses. */
  | { state: 'coming' }
  | { state: 'shown'; answer: Answer }
  /** The answer belongs to earlier input. */
  | { state: 'outdated'; answer: Answer }
  /** `fields`: the messages of the input that the server refused. */
  | { state: 'refused'; problem: string; fields: Readonly<Record<string, readonly string[]>> }
  | { state: 'failed'; problem: string }

/** @param snapshot of `previewMachine` */
export function selectPreviewView(snapshot: SnapshotFrom<typeof previewMachine>): PreviewView {
  const { answer, error } = snapshot.context
  if (snapshot.matches('shown')) return { state: 'shown', answer: answer! }
  if (snapshot.matches('outdated') || snapshot.matches({ asking: 'again' }))
    return { state: 'outdated', answer: answer! }
  if (snapshot.matches('refused'))
    return {
      state: 'refused',
      problem: describeWithFields(error!),
      fields: error!.kind === 'rejected' ? error!.fields : {},
    }
  if (snapshot.matches('failed')) return { state: 'failed', problem: describeWithFields(error!) }
  return { state: snapshot.matches('incomplete') ? 'incomplete' : 'coming' }
}

/** @param send of the preview's actor */
export const previewCommands = (send: ActorRefFrom<typeof previewMachine>['send']) => ({
  completed: (asked: Asked) => send({ type: 'preview.completed', asked }),
  incomplete: () => send({ type: 'preview.incomplete' }),
  retry: () => send({ type: 'preview.retry' }),
})
