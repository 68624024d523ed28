/** The implementations of the preview machine over one call. */
import type { Result } from '@contract/errors'
import { answered } from '../kit/answered'
import { createLineFeed, type OnLineBack } from '../kit/line-feed'
import { previewMachine, type Answer, type Asked, type PreviewEvent } from './preview.machine'

export interface PreviewDependencies {
  /** Asks the server; failures are data. */
  ask: (asked: Asked, signal: AbortSignal) => Promise<Result<Answer>>
  onLineBack: OnLineBack
}

/** @returns the machine with everything provided, ready to start */
export const createPreviewImplementations = ({ ask, onLineBack }: PreviewDependencies) =>
  previewMachine.provide({
    actors: {
      ask: answered<Result<Answer>, Asked>(({ input, signal }) => ask(input, signal)),
      lineFeed: createLineFeed<PreviewEvent>(onLineBack),
    },
  })
