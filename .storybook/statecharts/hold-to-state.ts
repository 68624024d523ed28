/** Checks that a story shows the state that it declares, with the live actors. */
import { waitFor } from '@storybook/test'
import { statesOf } from '@tests/kit/in-state'
import { liveActors, statesOfActor } from './live-actors'

/**
 * Call it after `play`.
 * @param parameter `parameters.statechart` of the story
 * @throws where no actor of the machine is in the state, with the actual states
 */
export async function holdToState(parameter: unknown): Promise<void> {
  for (const { machine, state } of statesOf(parameter)) {
    await waitFor(() => {
      const states = liveActors()
        .filter(({ logic }) => logic.id === machine)
        .map(statesOfActor)
      if (states.some((names) => names.includes(state))) return
      const stand =
        states.length === 0
          ? 'none of its actors runs'
          : `it stands in ${states.map((names) => names.join(' and ')).join('; ')}`
      throw new Error(`The story shows the state ${state} of the machine ${machine}, but ${stand}.`)
    })
  }
}
