/** The implementations of the update machine over the ports. */
import type { BuildPort } from '@ports/build'
import type { DraftsPort } from '@ports/drafts'
import { answered } from '../kit/answered'
import { updateMachine } from './update.machine'

export interface UpdateDependencies {
  build: BuildPort
  drafts: Pick<DraftsPort, 'flush'>
}

/** @returns the machine with everything provided, ready to start */
export const createUpdateImplementations = ({ build, drafts }: UpdateDependencies) =>
  updateMachine.provide({
    actors: {
      readBuild: answered(({ signal }) => build.isOutdated(signal)),
      writeDrafts: answered(() => drafts.flush()),
    },
    actions: { reloadPage: () => build.reload() },
  })
