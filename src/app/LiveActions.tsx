import type { LiveActors } from '@features/shared/console.container'
import { ShiftButtonContainer } from '@features/shift/ShiftButton.container'

/** What the top bar shows of the live actors, left of the avatar. Loaded with them. */
export default function LiveActions({ live }: { live: LiveActors }) {
  return <ShiftButtonContainer shift={live.shift} />
}
